import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { makeOfflinePlugin } from './client/offline-plugin.ts';
import { makeWordsPlugin } from './client/words-plugin.ts';
import { readBuildId } from './server/http/build-id.ts';

const backendUrl = process.env['DEV_SERVER'] ?? 'http://localhost:8080';

const proxy = {
  '/mes': backendUrl,
  '/healthz': backendUrl,
  '/readyz': backendUrl,
  '/socket.io': { target: backendUrl, ws: true },
};

/**
 * The libraries that get a file of their own. A group also takes the modules that its modules
 * import, so the libraries that nearly every page needs have the highest priorities.
 */
const chunkGroups = [
  { name: 'preload', test: /vite\/preload-helper/, priority: 100 },
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|use-sync-external-store|cookie|set-cookie-parser)\//,
    priority: 90,
  },
  {
    name: 'words',
    test: /node_modules\/(i18next|react-i18next|html-parse-stringify|void-elements)\//,
    priority: 80,
  },
  { name: 'query', test: /node_modules\/@tanstack\/(query-core|react-query)\//, priority: 70 },
  { name: 'seal', test: /node_modules\/(jsencrypt|@noble)\//, priority: 65 },
  {
    name: 'socket',
    test: /node_modules\/(socket\.io-client|socket\.io-parser|engine\.io-client|engine\.io-parser|@socket\.io)\//,
    priority: 60,
  },
  { name: 'zod', test: /node_modules\/zod\//, priority: 55 },
  {
    name: 'blueprint',
    test: /node_modules\/(@blueprintjs\/(core|colors|icons(?!\/lib\/esm\/(allPaths|paths-loaders|generated\/\d\dpx)))\/|@floating-ui|classnames|react-popper|@popperjs|react-transition-group|change-case|tslib)/,
    priority: 50,
  },
];

/**
 * Compresses the larger text files of the build output once, so that the server need not compress each
 * response.
 */
function compressBuildOutput(): Plugin {
  let folder = '';
  return {
    name: 'packed',
    apply: 'build',
    configResolved: ({ build }) => {
      folder = build.outDir;
    },
    closeBundle: () => {
      // A failed build has no output; the build itself reports the error.
      if (!existsSync(folder)) return;
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const file = join(entry.parentPath, entry.name);
        if (!entry.isFile() || !/\.(js|css|html|svg|wasm)$/.test(file)) continue;
        const content = readFileSync(file);
        if (content.length < 1024) continue;
        writeFileSync(`${file}.br`, brotliCompressSync(content));
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL('./client', import.meta.url)),
  plugins: [react(), makeWordsPlugin(), makeOfflinePlugin(readBuildId()), compressBuildOutput()],
  // The build id that /healthz and the heartbeat show; the build writes it before this file runs.
  define: { __BUILD_ID__: JSON.stringify(readBuildId()) },
  build: {
    outDir: fileURLToPath(new URL('./dist/client', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: true,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: { port: 5173, proxy },
  preview: { port: 4173, proxy },
} satisfies UserConfig);
