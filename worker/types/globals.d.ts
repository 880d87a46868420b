import type { Env as Bindings } from '../env.ts'

declare global {
  /** False in what is deployed: pages for builders and tests are left out. */
  const __DEVELOPMENT_PAGES__: boolean
  /** True under Vite's development server, whose pages carry inline scripts and styles. */
  const __DEV_SERVER__: boolean
  namespace Cloudflare {
    interface Env extends Bindings {}
    interface GlobalProps {
      mainModule: typeof import('../index.ts')
    }
  }
}
