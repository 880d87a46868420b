import path from 'node:path'

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/**
 * Names the group of all that an entry imports at once. Every page needs them all, so they come as one file: apart, they
 * would be dozens of small ones, which compress worse. Libraries are left out: their index names more than is used of them.
 */
export function entryGroup(name: string, entry: string): (id: string, graph: Graph) => string | null {
  const needed = new Set<string>()
  const visit = (id: string, graph: Graph) => {
    if (needed.has(id) || id.includes('/node_modules/')) return
    needed.add(id)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported, graph)
  }
  return (id, graph) => {
    if (needed.size === 0) visit(path.resolve(entry), graph)
    return needed.has(id) ? name : null
  }
}
