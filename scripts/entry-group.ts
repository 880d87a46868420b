import path from 'node:path'

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/**
 * Names the group of all that an entry imports at once. Every page needs them all, so they come as one file: apart, they
 * would be dozens of small ones, which compress worse. Libraries are left out: their index names more than is used of them.
 * So is the entry itself: it goes on after the first screen, and whoever imports from a file waits for all of it.
 */
export function entryGroup(name: string, entry: string): (id: string, graph: Graph) => string | null {
  const needed = new Set<string>()
  const visit = (id: string, graph: Graph) => {
    if (needed.has(id) || id.includes('/node_modules/')) return
    needed.add(id)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported, graph)
  }
  const start = path.resolve(entry)
  return (id, graph) => {
    if (needed.size === 0) visit(start, graph)
    return needed.has(id) && id !== start ? name : null
  }
}
