import { afterEach, beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import '../../../web/styles.css'
import { queryClient } from '../../../web/query-client.ts'
import { receiveSnackbars } from '../../../web/ui/show-snackbar.ts'
import { startAnswering, stopAnswering } from './answers.ts'

let errors: string[] = []
let allowed: RegExp[] = []

/** Allows console errors that match these patterns. All other console errors fail the test. */
export const allowErrors = (...which: RegExp[]): void => void allowed.push(...which)

const noteError = ({ message }: ErrorEvent) => void errors.push(message)
const noteRejection = ({ reason }: PromiseRejectionEvent) => void errors.push(String(reason))

/**
 * Dismisses all snackbars, also those that wait for their code to load. They stay when a page is removed, so a message of one test would
 * appear in the next, where it can cover a button.
 */
export function dismissMessages(): void {
  const stop = receiveSnackbars(() => () => undefined)
  stop()
  for (const cross of document.querySelectorAll<HTMLElement>('[role=region] button[aria-label=Dismiss]')) cross.click()
}

beforeEach(async () => {
  // We remove the page of the previous test first, because it would send requests to this test.
  await cleanup()
  dismissMessages()
  await page.viewport(1440, 900)
  errors = []
  allowed = []
  localStorage.clear()
  sessionStorage.clear()
  queryClient.clear()
  startAnswering()
  vi.spyOn(console, 'error').mockImplementation((...words) => void errors.push(words.map(String).join(' ')))
  addEventListener('error', noteError)
  addEventListener('unhandledrejection', noteRejection)
})

afterEach(() => {
  dismissMessages()
  removeEventListener('error', noteError)
  removeEventListener('unhandledrejection', noteRejection)
  vi.restoreAllMocks()
  vi.useRealTimers()
  const unanswered = stopAnswering()
  expect(unanswered, 'requests that this test does not answer').toEqual([])
  const unexpected = errors.filter((error) => !allowed.some((which) => which.test(error)))
  expect(unexpected, 'errors in the console that the test did not announce').toEqual([])
})
