import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

type Screens = typeof import('../web/screens.ts')
type LoadScreens = Screens['screens'] | Screens['developmentScreens']

/**
 * Finds the file of each page in the table of screens. The table is run, and each file that it loads is replaced by a
 * module that exports the name of the file.
 */
export async function findScreenFiles(table: string): Promise<{ deployed: Map<string, string>; development: Map<string, string> }> {
  const address = pathToFileURL(table).href
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      const resolved = next(specifier, context)
      if (context.parentURL !== address) return resolved
      return { url: `data:text/javascript,export default ${JSON.stringify(fileURLToPath(resolved.url))}`, shortCircuit: true }
    },
  })
  try {
    const { screens, developmentScreens }: Screens = await import(address)
    return { deployed: await loadAll(screens), development: await loadAll(developmentScreens) }
  } finally {
    hooks.deregister()
  }
}

const loadAll = async (screens: LoadScreens) =>
  new Map(await Promise.all(Object.entries(screens).map(async ([page, load]) => [page, String((await load()).default)] as const)))
