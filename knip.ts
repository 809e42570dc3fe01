// What knip has to know to find what nothing uses: files that are started or read by their place on the disk.
import type { KnipConfig } from 'knip'
import { frameworkAdapters } from './src/sparkpage/frameworks/adapters.ts'

const packageOf = (sheet: string): string => sheet.split('/', sheet.startsWith('@') ? 2 : 1).join('/')

const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        // A process and a thread of their own.
        'src/analysis/worker.ts',
        'src/store/sqlite-worker.mjs',
        // What is handed on as text: to a browser, to a page, to another machine.
        'src/capture/template/*.mjs',
        'src/sparkpage/frameworks/*.css',
        'plugins/shared/docs/*.{js,css}',
        'web/*.{js,css}',
        'scripts/verify/operations.mjs',
        'scripts/verify/{container,nodes}.ts',
        // Programs that no line of package.json starts: the builder of the image, a benchmark with options of Node.js, a person.
        'scripts/prune-modules.mjs',
        'bench/http/bare.mjs',
        'bench/records.ts',
        'docs/client/tour.ts',
        'test/*.test.ts',
      ],
      project: ['{src,plugins,schemas,scripts,bench,test,web,docs}/**/*.{ts,mjs,js,css}'],
      // Packages whose files are served, reduced or run, and never imported.
      ignoreDependencies: [
        'vnu-jar',
        ...Object.values(frameworkAdapters)
          .flatMap(({ sheets }) => sheets.map(packageOf))
          .filter(name => name !== 'tailwindcss'), // the one that is imported, too
      ],
      // Programs of the machine, not of a package.
      ignoreBinaries: ['convert', 'dockerd', 'ffmpeg', 'prlimit', 'unshare'],
    },
    // Benchmarks that import packages of their own.
    'bench/capture': { entry: ['**/*.{ts,mjs}'] },
    // It serves their files, and starts one.
    'bench/page': { entry: ['**/*.ts'], ignoreDependencies: [/./] },
  },
}

export default config
