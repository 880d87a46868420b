import type { Plugin } from 'vite'

/**
 * In the bundle every part of the Worker is there already. Under Vitest each `import()` asks Vite's server, and
 * two requests that ask at the same moment share one answer: the runtime takes the second for hung and ends it.
 */
export function partsAtOnce(root: string): Plugin {
  return {
    name: 'parts-at-once',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(`${root}/worker/`)) return
      const parts: string[] = []
      const now = code.replace(/await import\('([^']+)'\)/g, (_, part: string) => {
        parts.push(`import * as part${parts.length} from '${part}'`)
        return `part${parts.length - 1}`
      })
      return parts.length > 0 ? { code: `${now}\n${parts.join('\n')}\n`, map: null } : undefined
    },
  }
}
