import path from 'node:path'

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }
type NameGroup = (id: string, graph: Graph) => string | null

/**
 * Names the group of all that an entry imports at once. Every page needs them all, so they come as one file: apart, they
 * would be dozens of small ones, which compress worse. The entry itself is left out: it goes on after the first screen, and
 * whoever imports from a file waits for all of it.
 */
export function entryGroup(name: string, entry: string): NameGroup {
  const start = path.resolve(entry)
  let needed: Set<string> | undefined
  return (id, graph) => {
    needed ??= listImports(start, graph)
    return needed.has(id) && id !== start ? name : null
  }
}

/**
 * Names a group for each set of these pages, for what exactly they have in common. None of them loads what it does not
 * need, and each loads few files.
 */
export function sharedGroups(pages: readonly string[]): NameGroup {
  const starts = pages.map((page) => path.resolve(page))
  let needed: Set<string>[] | undefined
  return (id, graph) => {
    needed ??= starts.map((start) => listImports(start, graph))
    const sharing = pages.flatMap((_, index) => (needed?.[index]?.has(id) ? [index.toString(36)] : []))
    // A short name: it stands in every file that imports from the group.
    return sharing.length > 1 ? `shared-${sharing.join('')}` : null
  }
}

/** All that a file imports at once, directly or through others. Not libraries: their index names more than is used of them. */
function listImports(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id) || id.includes('/node_modules/')) return found
  found.add(id)
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) listImports(imported, graph, found)
  return found
}
