import { useEffect } from 'react'
import { hearTabs } from './tabs.ts'

/** Whoever signs in in another tab, by the link in a mail perhaps, is signed in here too. */
export function useSignInElsewhere(): void {
  useEffect(
    () =>
      hearTabs((news) => {
        if (news === 'signedIn') location.reload()
      }),
    [],
  )
}
