import path from 'node:path'

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }
type NameGroup = (id: string, graph: Graph) => string | null

/**
 * Puts everything that an entry imports statically into one group. Every page needs all of these modules, so they become one
 * file: dozens of small files would compress worse. The entry itself is left out, because it waits for the first screen, and a
 * file that imports from another file waits until all of it has run.
 */
export function entryGroup(name: string, entry: string): NameGroup {
  const start = path.resolve(entry)
  let importedIds: Set<string> | undefined
  return (id, graph) => {
    importedIds ??= listImports(start, graph)
    return importedIds.has(id) && id !== start ? name : null
  }
}

/** Puts a file and what it imports statically into one group, of the files that `isPart` chooses. */
export function fileGroup(name: string, file: string, isPart: (id: string) => boolean): NameGroup {
  const start = path.resolve(file)
  let importedIds: Set<string> | undefined
  return (id, graph) => {
    importedIds ??= listImports(start, graph)
    return importedIds.has(id) && isPart(id) ? name : null
  }
}

/**
 * Creates a group for each combination of these pages, with the modules that exactly these pages share. So no page loads modules
 * that it does not need, and each page loads few files.
 */
export function sharedGroups(pages: readonly string[]): NameGroup {
  const starts = pages.map((page) => path.resolve(page))
  let importedIdsByPage: Set<string>[] | undefined
  return (id, graph) => {
    importedIdsByPage ??= starts.map((start) => listImports(start, graph))
    const sharing = pages.flatMap((_, index) => (importedIdsByPage?.[index]?.has(id) ? [index.toString(36)] : []))
    // The name is short because every file that imports from the group contains it.
    return sharing.length > 1 ? `shared-${sharing.join('')}` : null
  }
}

/**
 * Lists all modules that a file imports statically, directly or through others. Libraries are left out, because their index files
 * import more than the app uses.
 */
function listImports(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id) || id.includes('/node_modules/')) return found
  found.add(id)
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) listImports(imported, graph, found)
  return found
}
