import { useLocation } from 'react-router'
import { withWayBack } from '../../domain/access/rules.ts'
import { pages } from '../../domain/pages.ts'
import { useConfig } from '../app-state.ts'

const paths = ({ path }: { path: string }) => `/${path.replace(/^\//, '')}`

/** Screens about signing in show their own ways on. */
const waysIn = new Set(
  [pages.login, pages.authLogin, pages.signUp, pages.authSignUp, pages.forgotPassword, pages.authForgotPassword, pages.verifyEmail].map(
    paths,
  ),
)

/** Ways in for a stranger, and back to this page; null where the page itself is one, or where there are none. */
export function useSignInLinks(): { login: string; signUp: string } | null {
  const { host } = useConfig()
  const { pathname, search } = useLocation()
  if (host !== 'product' || waysIn.has(pathname)) return null
  const to = (path: string) => (pathname === '/' ? path : withWayBack(path, pathname + search))
  return { login: to('/login'), signUp: to('/sign-up') }
}
