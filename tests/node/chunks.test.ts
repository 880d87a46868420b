import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacheDir, root } from '../../scripts/environment.ts'
import { runCommand } from '../../scripts/run-command.ts'

/** A small product with three screens. Its table of screens uses several ways to write an import. */
const files = {
  'index.html': '<script type="module" src="./web/main.tsx"></script>',
  'web/main.tsx': `
    import { screens, developmentScreens } from './screens.ts'
    import { shell } from './shell.ts'
    globalThis.openDrawer = () => import('./drawer.ts')
    globalThis.open = (name) => shell({ ...screens, ...developmentScreens }[name])`,
  'web/drawer.ts': "import { card } from './card.ts'; import { shell } from './shell.ts'; export const drawer = [card('Drawer'), shell]",
  'web/shell.ts': "export const shell = (load) => load().then((page) => page.default('In the shell'))",
  'web/screens.ts': `
    const team = () =>
      import(
        './teams/team-page.tsx'
      )
    export const screens = { 'place': () => import('./places/place-page.tsx'), team, sameTeam: team }
    export const developmentScreens = { crash: async () => await import('./crash-page.ts') }`,
  'web/places/place-page.tsx': `
    import { card } from '../card.ts'
    export default (words) => [card(words), import('./map.ts')]`,
  'web/places/map.ts': "export const map = 'Only with a network'",
  'web/teams/team-page.tsx': `
    import { card } from '../card.ts'
    export default (words) => card(words + ' of a team')`,
  'web/crash-page.ts': "export default () => { throw new Error('On purpose') }",
  'web/card.ts': "export const card = (words) => 'A card: ' + words",
}

mkdirSync(cacheDir, { recursive: true })
const folder = mkdtempSync(path.join(cacheDir, 'chunks-'))
const scripts = path.join(root, 'scripts')

/** A configuration like vite.config.ts. At the end, the build prints which files are cached for offline use. */
const writeConfig = (online: string) => `
  import { entryGroup, sharedGroups } from '${scripts}/entry-group.ts'
  import { listOfflineFiles } from '${scripts}/list-offline-files.ts'
  import { mapChunks } from '${scripts}/map-chunks.ts'
  const offline = listOfflineFiles('web/screens.ts', ['${online}'])
  const screens = mapChunks('web/screens.ts', 'screen-files.json')
  const names = ['index', 'app', 'place-page', 'team-page', 'shared-01', 'map', 'crash-page']
  const groups = [
    { name: entryGroup('app', 'web/main.tsx') },
    { name: sharedGroups(['web/places/place-page.tsx', 'web/teams/team-page.tsx']), includeDependenciesRecursively: false },
  ]
  export default {
    environments: {
      client: {
        build: {
          modulePreload: { resolveDependencies: screens.listPreloads },
          rolldownOptions: { output: { codeSplitting: { groups }, chunkFileNames: '[name].js', entryFileNames: '[name].js' } },
        },
      },
    },
    plugins: [
      screens,
      offline,
      { name: 'say', closeBundle: () => console.log('kept: ' + names.filter((name) => offline.isListed(name + '.js')).join(' ')) },
    ],
  }`

async function buildProduct(online: string) {
  writeFileSync(path.join(folder, 'vite.config.ts'), writeConfig(online))
  return runCommand('vite', ['build', '--logLevel=error'], { cwd: folder })
}
let output = ''

beforeAll(async () => {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  const built = await buildProduct('web/places/map.ts')
  output = built.output
  expect(built.code, output).toBe(0)
})

afterAll(() => rmSync(folder, { recursive: true }))

describe('a build', () => {
  it('writes into the HTML which files each page needs, except the files that every page needs', () => {
    const shell = readFileSync(path.join(folder, 'dist/index.html'), 'utf8')
    const map: unknown = JSON.parse(decodeURIComponent(/name="chunks" content="(.+?)"/.exec(shell)?.[1] ?? ''))
    const team = ['/team-page.js', '/shared-01.js']
    expect(map).toEqual({ place: ['/place-page.js', '/shared-01.js'], team, sameTeam: team })
  })

  it('lists these files in a file of its own, and not in the code that every page loads first', () => {
    const list: unknown = JSON.parse(readFileSync(path.join(folder, 'dist/screen-files.json'), 'utf8'))
    expect(list).toMatchObject({ place: ['/place-page.js', '/shared-01.js'] })
    // Parts that are not screens still name their files in the code, and so it names the card, but no screen does. The shell is loaded.
    const listedFiles = /m\.f=(\[.*?\])/.exec(readFileSync(path.join(folder, 'dist/index.js'), 'utf8'))?.[1]
    expect(JSON.parse(listedFiles ?? '')).toEqual(['drawer.js', 'shared-01.js'])
  })

  it('caches all files for offline use, except development pages and files that need a network', () => {
    expect(output).toContain('kept: index app place-page team-page shared-01\n')
  })

  it('fails if a listed file no longer exists', async () => {
    const { code, output } = await buildProduct('web/places/moved.ts')
    expect(code).not.toBe(0)
    expect(output).toContain('No chunk was built for')
    expect(output).toContain('web/places/moved.ts')
  })
})
