import { clearOfflineStore } from '../offline-store.ts'
import { queryClient } from '../query-client.ts'
import { withStorage } from '../storage.ts'
import { signOut } from './auth.ts'
import { runLogoutTasks } from './logout-tasks.ts'
import { saveMessage } from './saved-message.ts'
import { notifyOtherTabs } from './session-channel.ts'
import { startEndingSession } from './session-end.ts'
import { forgetUnfinishedLogout, rememberUnfinishedLogout } from './unfinished-logout.ts'

const signOutTimeoutMs = 3000
const failsafeMs = 5000

/** Storage keys that belong to the device and say nothing about the person who used it. */
const keysToKeep = ['visitCount', 'visitCounted', 'reloadedFor']

let ongoingLogout: Promise<void> | undefined

/** Signs out in this browser and on the server, deletes the user's data from this device, and opens Login. */
export const logout = (): Promise<void> => (ongoingLogout ??= runLogout())

async function runLogout(): Promise<void> {
  startEndingSession()
  let isSignedOut = false
  const leavePage = () => {
    clearStorages()
    if (!isSignedOut) {
      rememberUnfinishedLogout()
      saveMessage('logoutFailed')
    }
    notifyOtherTabs('signedOut')
    location.replace('/login?logout=true')
  }
  // If a step hangs, the page still leaves after this time.
  const failsafe = setTimeout(leavePage, failsafeMs)
  await runLogoutTasks()
  try {
    await signOut(AbortSignal.timeout(signOutTimeoutMs))
    isSignedOut = true
  } catch {
    // The Login page shows a message, and `finishLogout` tries again when the server can be reached.
  }
  queryClient.clear()
  await clearOfflineStore().catch(() => undefined)
  clearTimeout(failsafe)
  leavePage()
}

/** Call this after the server has deleted the account and its sessions: deletes the user's data from this device and reloads every tab. */
export async function finishAccountDeletion(): Promise<void> {
  startEndingSession()
  const leavePage = () => {
    clearStorages()
    saveMessage('accountDeleted')
    notifyOtherTabs('signedOut')
    location.replace('/')
  }
  const failsafe = setTimeout(leavePage, failsafeMs)
  queryClient.clear()
  await clearOfflineStore().catch(() => undefined)
  clearTimeout(failsafe)
  leavePage()
}

function clearStorages(): void {
  withStorage(clearStorage, 'localStorage')
  withStorage(clearStorage, 'sessionStorage')
}

function clearStorage(storage: Storage): void {
  for (const key of Object.keys(storage)) if (!keysToKeep.includes(key)) storage.removeItem(key)
}

/** Tries again to sign out on the server: now, and each time the network comes back. */
export async function finishLogout(): Promise<void> {
  try {
    await signOut(AbortSignal.timeout(signOutTimeoutMs))
    forgetUnfinishedLogout()
  } catch {
    addEventListener('online', () => void finishLogout(), { once: true })
  }
}
