import type { SiteRules } from './judge-url.ts'

type Settings = { productHosts: ReadonlyMap<string, unknown>; sandboxUrl: string | null }

/** Which addresses this server may open, and the part of the sandbox that stands for them. In production, there is no sandbox. */
export const makeSiteRules = ({ productHosts, sandboxUrl }: Settings, part: 'feeds' | 'pages'): SiteRules => ({
  ownHosts: new Set(productHosts.keys()),
  sandbox: sandboxUrl === null ? null : { host: `${part}.sandbox.localhost`, url: `${sandboxUrl}/${part}` },
})
