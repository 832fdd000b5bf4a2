import { defineConfig, mergeConfig } from 'vitest/config';
import page from './vite.config.ts';

export default mergeConfig(
  page,
  defineConfig({
    resolve: { conditions: ['browser'] },
    // files share what a process has loaded: without that most of the time goes into loading it again
    test: { environment: 'happy-dom', include: ['tests/**/*.test.ts'], restoreMocks: true, isolate: false },
  }),
);
