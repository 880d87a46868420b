import { afterEach, beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import '../../../web/styles.css'
import { queryClient } from '../../../web/query-client.ts'
import { receiveSnackbars } from '../../../web/ui/show-snackbar.ts'
import { startAnswering, stopAnswering } from './answers.ts'

// Colors that change slowly would make each check of a theme wait for half a second.
const withoutTransitions = new CSSStyleSheet()
withoutTransitions.replaceSync('*, ::before, ::after { transition: none !important }')
document.adoptedStyleSheets.push(withoutTransitions)

// What the server could not answer is asked for twice more, after one and two seconds.
const defaults = queryClient.getDefaultOptions()
queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retryDelay: 20 } })

function describePage(): string {
  const hidden = [...document.querySelectorAll('[aria-hidden=true]:not(svg), [inert]')].map(
    ({ tagName, className }) => `${tagName}.${className}`,
  )
  // biome-ignore lint/performance/useDomNodeTextContent: only what can be seen counts, in the lines in which it stands
  const text = document.body.innerText.slice(0, 3000)
  return `The page shows:\n${text}\nHidden: ${hidden.slice(0, 10).join(', ')}\nErrors: ${errors.join(', ')}`
}

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

afterEach(({ task }) => {
  // A button that could not be pressed is missing, hidden or covered. What the page shows tells which.
  if (task.result?.state === 'fail') console.log(describePage())
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
