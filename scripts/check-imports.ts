import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

/** One import as it stands in a file: what it names, and whether it is gone once types are. */
type Import = { target: string; typeOnly: boolean }

type Rule = (from: string, target: string, typeOnly: boolean) => string | undefined

/** The feature a file belongs to: `worker/events/routes.ts` -> `events`; files at a floor's root wire features together. */
const featureOf = (file: string) => (file.split('/').length > 2 ? file.split('/')[1] : undefined)
const floorOf = (file: string) => file.split('/')[0]

/** Files at the root of worker/ wire features together, so features do not import them: except these, each with its reason. */
const upwardImports = new Map([
  ['worker/accounts/delete-account.ts > worker/person-data.ts', 'Deleting an account erases what every feature keeps of the person.'],
  ['worker/admin/routes.ts > worker/cron.ts', 'Whoever moves the local clock has the chores of that time done.'],
])

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
    if (a !== undefined && b === undefined && target !== 'worker/env.ts' && !upwardImports.has(`${from} > ${target}`)) {
      return 'worker/*.ts wires features together: move what both need into a feature or into worker/platform'
    }
    if (a === undefined || b === undefined || a === b) return undefined
    const file = path.basename(target)
    if (a === 'platform') return 'worker/platform knows no feature'
    if (file === 'routes.ts' || file === 'jobs.ts') return `call the queries or commands of ${b}, not its ${file}`
    if (path.basename(from) === 'queries.ts' && /(^|-)commands\.ts$/.test(file)) return 'queries only read: they call no commands'
    return undefined
  },
  (from, target) => {
    if (floorOf(from) !== 'web' || floorOf(target) !== 'web') return undefined
    const [a, b] = [featureOf(from), featureOf(target)]
    return a === 'ui' && b !== undefined && b !== 'ui' ? 'web/ui knows no feature' : undefined
  },
]

/** Every import of a source text, each static, dynamic or re-exported one. */
function listImports(file: string, source: string): Import[] {
  const { module, errors } = parseSync(file, source)
  const fault = errors[0]
  if (fault) throw new Error(`${file}: ${fault.message}`)
  const imports: Import[] = []
  const keep = (specifier: string, typeOnly: boolean) => {
    if (specifier.startsWith('.')) imports.push({ target: path.posix.join(path.posix.dirname(file), specifier), typeOnly })
  }
  // `import { type A }` still loads the file under verbatimModuleSyntax; only `import type` does not.
  const isType = (start: number, end: number) => /^(import|export)\s+type\b/.test(source.slice(start, end))
  for (const { start, end, moduleRequest } of module.staticImports) keep(moduleRequest.value, isType(start, end))
  for (const { start, end, entries } of module.staticExports) {
    for (const { moduleRequest } of entries) if (moduleRequest) keep(moduleRequest.value, isType(start, end))
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const text = source.slice(moduleRequest.start, moduleRequest.end)
    if (/^['"`]/.test(text)) keep(text.slice(1, -1), false)
  }
  return imports
}

/** The imports of one file that cross a wall of the house. */
export function findImportFaults(file: string, source: string): string[] {
  return listImports(file, source).flatMap(({ target, typeOnly }) =>
    rules.flatMap((rule) => {
      const fault = rule(file, target, typeOnly)
      return fault === undefined ? [] : [`${file} imports ${target}: ${fault}`]
    }),
  )
}

export function checkImports(root: string): string[] {
  return ['domain', 'worker', 'durable-objects', 'web'].flatMap((floor) =>
    readdirSync(path.join(root, floor), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .flatMap((entry) => {
        const file = path.join(entry.parentPath, entry.name)
        return findImportFaults(path.relative(root, file).replaceAll(path.sep, '/'), readFileSync(file, 'utf8'))
      }),
  )
}
