import { useReloadOnSignIn } from './use-reload-on-sign-in.ts'

/** For pages that load it after their first content. */
export function ReloadOnSignIn() {
  useReloadOnSignIn()
  return null
}
