import type { Plugin } from 'vite'

/**
 * Replaces `import()` in the Worker with static imports. In the bundle, all parts of the Worker are already loaded. In Vitest,
 * each `import()` sends a request to Vite's server, and two requests at the same time share one response. The runtime then
 * believes that the second one hangs and ends it.
 */
export function makeImportsStatic(root: string): Plugin {
  return {
    name: 'parts-at-once',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(`${root}/worker/`)) return
      const parts: string[] = []
      const changedCode = code.replace(/await import\('([^']+)'\)/g, (_, part: string) => {
        parts.push(`import * as part${parts.length} from '${part}'`)
        return `part${parts.length - 1}`
      })
      return parts.length > 0 ? { code: `${changedCode}\n${parts.join('\n')}\n`, map: null } : undefined
    },
  }
}
