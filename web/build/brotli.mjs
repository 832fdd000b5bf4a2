// What comes in by standard input, as small as brotli makes it: node brotli.mjs < FILE > FILE.br
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';

const plain = readFileSync(0);
const params = {
  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
};
writeFileSync(1, brotliCompressSync(plain, { params }));
