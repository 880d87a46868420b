export type Guard = 'signedOut' | 'signedIn' | 'verified' | 'completeProfile' | 'owner'
export type HostKind = 'product' | 'team'

export type Page = {
  /** A path that ends with `*` is a catch-all: it matches every path below it that no other page of its host matches. */
  path: string
  title: string
  /** The guards, in the order in which they are checked. The first one that fails decides where the person is sent. */
  guards?: readonly Guard[]
  /** The kinds of hosts on which the page exists. Most exist on the product's own domain only. */
  hosts?: readonly HostKind[]
  /** On the host of a community, where the page does not exist, its URL leads to the product's own host. */
  leadsToProduct?: true
  /** True if search engines must not index the page, because it is personal or for development. */
  unlisted?: boolean
  /** True if the page fills the window, such as a list beside a map. It has no footer. */
  isFullHeight?: boolean
}

export const definePages = <Name extends string>(pages: Record<Name, Page>) => pages

/** The title of a screen in the browser tab and in shared links. */
export const formatFullTitle = (title: string, platformName: string) => `${title} · ${platformName}`
