/** Put a text where the player can take it along: the system's sharing, the clipboard, or a selection. */

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text); // plain http on a local network has no clipboard
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'unseen';
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  return copied;
}

export async function shareText(title: string, text: string): Promise<'shared' | 'copied' | 'failed'> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, text });
      return 'shared';
    } catch {
      // the player closed the sheet, or the browser refused: the clipboard still works
    }
  }
  return (await copyText(text)) ? 'copied' : 'failed';
}

/** Save a text as a file. */
export function saveText(name: string, text: string): void {
  saveFile(new File([text], name, { type: 'text/plain' }));
}

/** A drawing as a picture file: shared where the system can, otherwise downloaded. */
export async function sharePicture(address: string, name: string): Promise<void> {
  const file = await pictureFile(address, name, 1600);
  if (!navigator.canShare?.({ files: [file] })) return saveFile(file);
  await navigator.share({ files: [file] }).catch(() => undefined); // closing the sheet is an answer too
}

export function saveFile(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A drawing as a picture, so many pixels wide. */
export async function pictureFile(address: string, name: string, width: number): Promise<File> {
  return new File([await drawn(address, width)], name, { type: 'image/png' });
}

async function drawn(address: string, width: number): Promise<Blob> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round((width * image.naturalHeight) / image.naturalWidth);
  const pen = canvas.getContext('2d')!;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'),
  );
}
