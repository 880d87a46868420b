import { frameParameter, themeParameter } from '../../../domain/forms/paths.ts'

/** Whether another site shows this page in a frame. The Worker says so in the page. */
export const isFramed = (): boolean => document.documentElement.dataset.framed !== undefined

/** The query of an address without what only concerns the frame, for a window of its own. */
export function withoutFrame(query: URLSearchParams): URLSearchParams {
  const own = new URLSearchParams(query)
  for (const name of [frameParameter, themeParameter]) own.delete(name)
  return own
}
