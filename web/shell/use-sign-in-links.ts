import { useLocation } from 'react-router'
import { addReturnPath } from '../../domain/access/rules.ts'
import { pages } from '../../domain/pages.ts'
import { useConfig } from '../app-state.ts'

const toPath = ({ path }: { path: string }) => `/${path.replace(/^\//, '')}`

/** The sign-in screens have their own links to each other. */
const signInPaths = new Set(
  [pages.login, pages.authLogin, pages.signUp, pages.authSignUp, pages.forgotPassword, pages.authForgotPassword, pages.verifyEmail].map(
    toPath,
  ),
)

/** Links to log in or sign up that lead back to this page. Null on the sign-in screens and on hosts without sign-in. */
export function useSignInLinks(): { login: string; signUp: string } | null {
  const { host } = useConfig()
  const { pathname, search } = useLocation()
  if (host !== 'product' || signInPaths.has(pathname)) return null
  const to = (path: string) => (pathname === '/' ? path : addReturnPath(path, pathname + search))
  return { login: to('/login'), signUp: to('/sign-up') }
}
