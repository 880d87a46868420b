import type { ApiError } from './api.ts'

/** Shows the server's message instead of the app, if the server refuses to start it here. */
export function showRefusal({ userMessage }: ApiError): void {
  const main = document.createElement('main')
  main.className = 'mx-auto max-w-xl px-6 pt-14'
  const heading = document.createElement('h1')
  heading.textContent = userMessage
  main.append(heading)
  document.title = userMessage
  document.body.replaceChildren(main)
}
