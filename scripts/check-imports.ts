import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

/** One import as it stands in a file: what it names, whether it is gone once types are, and whether it is loaded later. */
type Import = { target: string; typeOnly: boolean; isLater: boolean }

type Rule = (from: string, target: string, typeOnly: boolean) => string | undefined

/** The feature a file belongs to: `worker/events/routes.ts` -> `events`; files at a floor's root wire features together. */
const featureOf = (file: string) => (file.split('/').length > 2 ? file.split('/')[1] : undefined)
const floorOf = (file: string) => file.split('/')[0]

/** Features of domain that others stand on: they know none of those. */
const ground = new Set(['time', 'geo', 'rich-text', 'files', 'calendar'])

/** The files that put the features together. */
const wiring =
  /^(worker\/(api|app|cron|index|page-descriptions|pages|person-data|queue|site-map|work)|web\/(app|main|router|screens))\.tsx?$/

/** Imports that point the wrong way, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  'worker/accounts/delete-account.ts -> worker/person-data.ts': 'Whoever deletes an account erases what every feature knows of the person.',
  'worker/admin/routes.ts -> worker/cron.ts': 'An operator of a local product has the chores of a minute done at once.',
  'worker/platform/context.ts -> domain/access/contract.ts': 'Every request has someone who asks.',
  'worker/platform/settings.ts -> domain/maps/contract.ts': 'Tiles of a map are a setting.',
  'worker/platform/settings.ts -> domain/maps/rules.ts': 'Tiles of a map are a setting.',
  'worker/env.ts -> durable-objects/presence/presence.ts': 'A binding has the type of its object, which reads the other bindings.',
  'web/ui/picture-input.tsx -> domain/profiles/pictures.ts': 'Which pictures can be read is the same for all of them.',
}

/** What Biome's import rules cannot say: they see neither types nor which feature a relative path leads to. */
const rules: Rule[] = [
  (from, target) => {
    if (!/^worker\/[^/]+\/schema\.ts$/.test(target) || path.basename(from) === 'schema.ts') return undefined
    if (floorOf(from) === 'worker' && featureOf(from) === featureOf(target)) return undefined
    const owner = featureOf(target)
    return `only a schema.ts names the tables of another feature: take them from worker/${owner}/shared.ts, or ask a fragment or query of ${owner}`
  },
  (from, target, typeOnly) => {
    if (floorOf(from) !== 'web' || floorOf(target) !== 'worker') return undefined
    if (!typeOnly) return 'the web takes only types from the Worker: write `import type { … }`'
    return /^worker\/(api|[^/]+\/([a-z-]+-)?routes)\.ts$/.test(target)
      ? undefined
      : 'the web takes only the types of routes from the Worker'
  },
  (from, target) => {
    if (floorOf(from) !== 'worker' || floorOf(target) !== 'worker') return undefined
    const [a, b] = [featureOf(from), featureOf(target)]
    if (a === undefined || b === undefined || a === b) return undefined
    const file = path.basename(target)
    if (a === 'platform') return 'worker/platform knows no feature'
    if (file === 'routes.ts' || file === 'jobs.ts') return `call the queries or commands of ${b}, not its ${file}`
    return undefined
  },
  (from, target) => {
    if (floorOf(from) !== 'web' || floorOf(target) !== 'web') return undefined
    const [a, b] = [featureOf(from), featureOf(target)]
    return a === 'ui' && b !== undefined && b !== 'ui' ? 'web/ui knows no feature' : undefined
  },
  (from, target) => {
    const [floor, a, b] = [floorOf(from), featureOf(from) ?? '', featureOf(target)]
    if (floorOf(target) !== 'domain' || b === undefined || ground.has(b)) return undefined
    if (floor === 'domain' && ground.has(a)) return `domain/${a} is the ground for other features: it knows none of them`
    return (floor === 'web' && a === 'ui') || (floor === 'worker' && a === 'platform') ? `${floor}/${a} knows no feature` : undefined
  },
  (from, target) =>
    featureOf(from) !== undefined && wiring.test(target) ? 'this file puts the features together: none of them imports it' : undefined,
]

/** Every import of a source text, each static, dynamic or re-exported one. */
function listImports(file: string, source: string): Import[] {
  const { module, errors } = parseSync(file, source)
  const fault = errors[0]
  if (fault) throw new Error(`${file}: ${fault.message}`)
  const imports: Import[] = []
  const keep = (specifier: string, typeOnly: boolean, isLater = false) => {
    if (specifier.startsWith('.')) imports.push({ target: path.posix.join(path.posix.dirname(file), specifier), typeOnly, isLater })
  }
  // `import { type A }` still loads the file under verbatimModuleSyntax; only `import type` does not.
  const isType = (start: number, end: number) => /^(import|export)\s+type\b/.test(source.slice(start, end))
  for (const { start, end, moduleRequest } of module.staticImports) keep(moduleRequest.value, isType(start, end))
  for (const { start, end, entries } of module.staticExports) {
    for (const { moduleRequest } of entries) if (moduleRequest) keep(moduleRequest.value, isType(start, end))
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const text = source.slice(moduleRequest.start, moduleRequest.end)
    if (/^['"`]/.test(text)) keep(text.slice(1, -1), false, true)
  }
  return imports
}

/** The imports of one file that cross a wall of the house. */
export function findImportFaults(file: string, source: string): string[] {
  return listImports(file, source).flatMap(({ target, typeOnly }) =>
    rules.flatMap((rule) => {
      const fault = `${file} -> ${target}` in exceptions ? undefined : rule(file, target, typeOnly)
      return fault === undefined ? [] : [`${file} imports ${target}: ${fault}`]
    }),
  )
}

/**
 * Files that import each other in a circle, types too. Biome finds circles of what is loaded; with types it would also
 * count parts that are loaded later, which take their props from who loads them.
 */
export function findCircles(sources: ReadonlyMap<string, string>): string[] {
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, way: readonly string[]) => {
    if (way.includes(file))
      circles.push(`${[...way.slice(way.indexOf(file)), file].join(' -> ')}: these files import each other in a circle`)
    if (way.includes(file) || done.has(file)) return
    for (const { target, isLater } of listImports(file, sources.get(file) ?? '')) {
      if (!isLater && sources.has(target) && !(`${file} -> ${target}` in exceptions)) visit(target, [...way, file])
    }
    done.add(file)
  }
  for (const file of sources.keys()) visit(file, [])
  return circles
}

export function checkImports(root: string): string[] {
  const files = ['domain', 'worker', 'durable-objects', 'web'].flatMap((floor) =>
    readdirSync(path.join(root, floor), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name)),
  )
  const sources = new Map(files.map((file) => [path.relative(root, file).replaceAll(path.sep, '/'), readFileSync(file, 'utf8')]))
  return [...[...sources].flatMap(([file, source]) => findImportFaults(file, source)), ...findCircles(sources)]
}
