/** Old and short paths. Parameters of `path` are passed to `to`. */
export const redirects = [
  { path: 'auth', to: '/auth/sign-up' },
  { path: 'discover/communities', to: '/discover/teams' },
  { path: 'faqs/cats', to: '/faqs' },
  { path: 'games/:id/manage', to: '/discover/events/:id/manage' },
  { path: 'share/event/:id', to: '/evt/:id' },
] as const

export const fillPath = (to: string, params: Readonly<Record<string, string | undefined>>) =>
  to.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
