// Configuration of knip, which finds unused files and packages: entry points that no import leads to.
import type { KnipConfig } from 'knip'
import { kits } from './src/sparkpage/kits/kits.ts'

const packageOf = (sheet: string): string => sheet.split('/', sheet.startsWith('@') ? 2 : 1).join('/')

const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        // A process and threads of their own.
        'src/analysis/worker.ts',
        'src/pages/thread.ts',
        'plugins/shared/bodies/body-thread.ts',
        'src/render.ts',
        'src/mcp.ts',
        'src/renders/render-process.ts',
        'src/sparkpage/subset.mjs',
        'src/sparkpage/outlines.mjs',
        'src/store/sqlite-worker.mjs',
        // What is handed on as text: to a browser, to a page, to another machine or project.
        'src/capture/{print-bundle,script/**/*}.mjs',
        'src/sparkpage/kits/*.css',
        'src/sparkpage/page.css',
        'plugins/shared/docs/*.{js,css}',
        'web/*.{js,css}',
        'docs/client/client.ts',
        // Programs that others start as processes: `npm run verify`, `npm test`, the builder of the image, benchmarks, a person.
        'scripts/{container,nodes}.ts',
        'scripts/{ask-every-operation,prune-modules}.mjs',
        'bench/{http,start}/bare*.mjs',
        'bench/attack/attacker.ts',
        'test/*.test.ts',
        'test/helpers/shared.ts',
        'test/fixtures/{hostile-files,capture/coded}/program.ts',
        'test/fixtures/renders/without-browser.mjs',
      ],
      project: ['{src,plugins,schemas,scripts,bench,test,web,docs}/**/*.{ts,mjs,js,css}'],
      // Packages whose files are served, reduced or run, and never imported.
      ignoreDependencies: [
        'vnu-jar',
        /^@fontsource\//,
        ...Object.values(kits)
          .flatMap(({ sheets }) => sheets.map(packageOf))
          .filter(name => name !== 'tailwindcss'), // the one that is imported, too
      ],
      // Programs of the machine, not of a package.
      ignoreBinaries: ['convert', 'dockerd', 'ffmpeg', 'mount', 'prlimit', 'umount', 'unshare'],
    },
    // It imports packages of its own, and serves the files of others.
    'bench/capture': { entry: ['**/*.{ts,mjs}'], ignoreDependencies: [/./] },
    // It serves their files, and starts one.
    'bench/page': { entry: ['**/*.ts'], ignoreDependencies: [/./] },
  },
}

export default config
