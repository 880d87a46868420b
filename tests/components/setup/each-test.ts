import { afterEach, beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import '../../../web/styles.css'
import { queryClient } from '../../../web/query-client.ts'
import { startAnswering, stopAnswering } from './answers.ts'

let errors: string[] = []
let allowed: RegExp[] = []

/** Announces errors in the console that this test means to cause. All others fail it. */
export const allowErrors = (...which: RegExp[]): void => void allowed.push(...which)

const noteError = ({ message }: ErrorEvent) => void errors.push(message)
const noteRejection = ({ reason }: PromiseRejectionEvent) => void errors.push(String(reason))

/** Short messages outlive what said them: one that a test leaves behind would be shown in the next. */
export function dismissMessages(): void {
  for (const cross of document.querySelectorAll<HTMLElement>('[role=region] button[aria-label=Dismiss]')) cross.click()
}

beforeEach(async () => {
  // What still stood here would ask this test for what it lost.
  await cleanup()
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
