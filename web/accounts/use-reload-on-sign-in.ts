import { useEffect } from 'react'
import { listenToOtherTabs } from './session-channel.ts'

/** Reloads this tab after a sign-in in another tab, for example with a link in an email. */
export function useReloadOnSignIn(): void {
  useEffect(
    () =>
      listenToOtherTabs((event) => {
        if (event === 'signedIn') location.reload()
      }),
    [],
  )
}
