import { forgetWhatWasSeen } from '../offline-store.ts'
import { queryClient } from '../query-client.ts'
import { withStorage } from '../storage.ts'
import { signOut } from './auth.ts'
import { runLastErrands } from './last-errands.ts'
import { leavePartingWords } from './parting-words.ts'
import { beginLeaving } from './signed-out.ts'
import { tellTabs } from './tabs.ts'
import { forgetUnfinishedLogout, rememberUnfinishedLogout } from './unfinished-logout.ts'

const signOutWithin = 3000
const leaveWithin = 5000

/** What belongs to the device and tells nothing about the person who used it. */
const kept = ['visitCount', 'visitCounted', 'reloadedFor']

let leaving: Promise<void> | undefined

/** Signs out here and at the server, forgets what this device knew of the person, and opens Login. */
export const logout = (): Promise<void> => (leaving ??= leave())

async function leave(): Promise<void> {
  beginLeaving()
  let isSignedOut = false
  const go = () => {
    clearStorages()
    if (!isSignedOut) {
      rememberUnfinishedLogout()
      leavePartingWords('logoutFailed')
    }
    tellTabs('signedOut')
    location.replace('/login?logout=true')
  }
  // Whatever hangs, nobody stays signed in on the screen for longer.
  const failsafe = setTimeout(go, leaveWithin)
  await runLastErrands()
  try {
    await signOut(AbortSignal.timeout(signOutWithin))
    isSignedOut = true
  } catch {
    // Told on Login, and made good as soon as the server is within reach.
  }
  queryClient.clear()
  await forgetWhatWasSeen().catch(() => undefined)
  clearTimeout(failsafe)
  go()
}

/** The account is deleted and its sessions with it: what this device knew is forgotten, every tab starts anew. */
export async function leaveForGood(): Promise<void> {
  beginLeaving()
  const go = () => {
    clearStorages()
    leavePartingWords('accountDeleted')
    tellTabs('signedOut')
    location.replace('/')
  }
  const failsafe = setTimeout(go, leaveWithin)
  queryClient.clear()
  await forgetWhatWasSeen().catch(() => undefined)
  clearTimeout(failsafe)
  go()
}

function clearStorages(): void {
  withStorage(clearStorage, 'localStorage')
  withStorage(clearStorage, 'sessionStorage')
}

function clearStorage(storage: Storage): void {
  for (const key of Object.keys(storage)) if (!kept.includes(key)) storage.removeItem(key)
}

/** Tries again to sign out at the server, now and whenever the network comes back. */
export async function finishLogout(): Promise<void> {
  try {
    await signOut(AbortSignal.timeout(signOutWithin))
    forgetUnfinishedLogout()
  } catch {
    addEventListener('online', () => void finishLogout(), { once: true })
  }
}
