import { frameParameter, themeParameter } from '../../../domain/forms/paths.ts'

/** The query of an address without what only concerns the frame, for a window of its own. */
export function withoutFrame(query: URLSearchParams): URLSearchParams {
  const own = new URLSearchParams(query)
  for (const name of [frameParameter, themeParameter]) own.delete(name)
  return own
}
