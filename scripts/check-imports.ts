import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

/** One import of a file: its target, whether it imports only types, and whether it is dynamic and so loads later. */
type Import = { target: string; typeOnly: boolean; isDynamic: boolean }

type Rule = (from: string, target: string, typeOnly: boolean) => string | undefined

/** The feature a file belongs to: `worker/events/routes.ts` -> `events`; files directly in a top folder connect the features. */
const featureOf = (file: string) => (file.split('/').length > 2 ? file.split('/')[1] : undefined)
const layerOf = (file: string) => file.split('/')[0]

/** Features of domain that other features build on. They must not import other features. */
const baseFeatures = new Set(['time', 'geo', 'rich-text', 'files', 'calendar'])

/** The files that connect the features. No feature may import them. */
const wiringFiles =
  /^(worker\/(api|app|cron|index|page-descriptions|pages|person-data|queue|site-map|work)|web\/(app|main|router|screens))\.tsx?$/

/** Allowed exceptions to the rules, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  'worker/accounts/delete-account.ts -> worker/person-data.ts': 'Deleting an account deletes the data of that person in every feature.',
  'worker/admin/routes.ts -> worker/cron.ts': 'On a local product, the admin API runs the scheduled jobs at once.',
  'worker/platform/context.ts -> domain/access/contract.ts': 'The context of every request contains its viewer.',
  'worker/platform/settings.ts -> domain/maps/contract.ts': 'The map tiles are a setting.',
  'worker/platform/settings.ts -> domain/maps/rules.ts': 'The map tiles are a setting.',
  'worker/env.ts -> durable-objects/presence/presence.ts': 'The type of a binding is its Durable Object, which reads the other bindings.',
  'worker/env.ts -> durable-objects/conversation/conversation.ts':
    'The type of a binding is its Durable Object, which reads the other bindings.',
  'web/ui/picture-input.tsx -> domain/profiles/pictures.ts': 'All picture inputs accept the same file types.',
}

/** The rules that Biome cannot check, because it knows neither type imports nor the feature behind a relative path. */
const rules: Rule[] = [
  (from, target) => {
    if (!/^worker\/[^/]+\/schema\.ts$/.test(target) || path.basename(from) === 'schema.ts') return undefined
    if (layerOf(from) === 'worker' && featureOf(from) === featureOf(target)) return undefined
    const owner = featureOf(target)
    return `only a schema.ts may import the tables of another feature: use worker/${owner}/shared.ts, or a fragment or query of ${owner}`
  },
  (from, target, typeOnly) => {
    if (layerOf(from) !== 'web' || layerOf(target) !== 'worker') return undefined
    if (!typeOnly) return 'the web may import only types from the Worker: write `import type { … }`'
    return /^worker\/(api|[^/]+\/([a-z-]+-)?routes)\.ts$/.test(target)
      ? undefined
      : 'the web may import only types of routes from the Worker'
  },
  (from, target) => {
    if (layerOf(from) !== 'worker' || layerOf(target) !== 'worker') return undefined
    const [a, b] = [featureOf(from), featureOf(target)]
    if (a === undefined || b === undefined || a === b) return undefined
    const file = path.basename(target)
    if (a === 'platform') return 'worker/platform must not import a feature'
    if (file === 'routes.ts' || file === 'jobs.ts') return `call the queries or commands of ${b}, not its ${file}`
    if (path.basename(from) === 'queries.ts' && /(^|-)commands\.ts$/.test(file)) return 'queries only read, so they must not call commands'
    return undefined
  },
  (from, target) => {
    if (layerOf(from) !== 'web' || layerOf(target) !== 'web') return undefined
    const [a, b] = [featureOf(from), featureOf(target)]
    return a === 'ui' && b !== undefined && b !== 'ui' ? 'web/ui must not import a feature' : undefined
  },
  (from, target) => {
    const [layer, a, b] = [layerOf(from), featureOf(from) ?? '', featureOf(target)]
    if (layerOf(target) !== 'domain' || b === undefined || baseFeatures.has(b)) return undefined
    if (layer === 'domain' && baseFeatures.has(a)) return `domain/${a} is a base for other features, so it must not import them`
    return (layer === 'web' && a === 'ui') || (layer === 'worker' && a === 'platform')
      ? `${layer}/${a} must not import a feature`
      : undefined
  },
  (from, target) =>
    featureOf(from) !== undefined && wiringFiles.test(target) ? 'this file connects the features, so no feature may import it' : undefined,
]

/** Lists all imports of a file: static, dynamic and re-exported ones. */
function listImports(file: string, source: string): Import[] {
  const { module, errors } = parseSync(file, source)
  const fault = errors[0]
  if (fault) throw new Error(`${file}: ${fault.message}`)
  const imports: Import[] = []
  const addImport = (specifier: string, typeOnly: boolean, isDynamic = false) => {
    if (specifier.startsWith('.')) imports.push({ target: path.posix.join(path.posix.dirname(file), specifier), typeOnly, isDynamic })
  }
  // `import { type A }` still loads the file under verbatimModuleSyntax; only `import type` does not.
  const isType = (start: number, end: number) => /^(import|export)\s+type\b/.test(source.slice(start, end))
  for (const { start, end, moduleRequest } of module.staticImports) addImport(moduleRequest.value, isType(start, end))
  for (const { start, end, entries } of module.staticExports) {
    for (const { moduleRequest } of entries) if (moduleRequest) addImport(moduleRequest.value, isType(start, end))
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const text = source.slice(moduleRequest.start, moduleRequest.end)
    if (/^['"`]/.test(text)) addImport(text.slice(1, -1), false, true)
  }
  return imports
}

/** Finds the imports of one file that break a rule. */
export function findImportFaults(file: string, source: string): string[] {
  return listImports(file, source).flatMap(({ target, typeOnly }) =>
    rules.flatMap((rule) => {
      const fault = `${file} -> ${target}` in exceptions ? undefined : rule(file, target, typeOnly)
      return fault === undefined ? [] : [`${file} imports ${target}: ${fault}`]
    }),
  )
}

/**
 * Finds files that import each other in a circle, including type imports. Biome finds only circles without type imports. If it
 * included types, it would also report components that load dynamically and import their prop types from the file that loads them.
 */
export function findCircles(sources: ReadonlyMap<string, string>): string[] {
  const visited = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, importPath: readonly string[]) => {
    if (importPath.includes(file))
      circles.push(`${[...importPath.slice(importPath.indexOf(file)), file].join(' -> ')}: these files import each other in a circle`)
    if (importPath.includes(file) || visited.has(file)) return
    for (const { target, isDynamic } of listImports(file, sources.get(file) ?? '')) {
      if (!isDynamic && sources.has(target) && !(`${file} -> ${target}` in exceptions)) visit(target, [...importPath, file])
    }
    visited.add(file)
  }
  for (const file of sources.keys()) visit(file, [])
  return circles
}

export function checkImports(root: string): string[] {
  const files = ['domain', 'worker', 'durable-objects', 'web'].flatMap((layer) =>
    readdirSync(path.join(root, layer), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name)),
  )
  const sources = new Map(files.map((file) => [path.relative(root, file).replaceAll(path.sep, '/'), readFileSync(file, 'utf8')]))
  return [...[...sources].flatMap(([file, source]) => findImportFaults(file, source)), ...findCircles(sources)]
}
