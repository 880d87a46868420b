import type { Page } from '@playwright/test'

/** A request of the person who is signed in on this page. */
export const call = <Answer>(page: Page, method: string, path: string, body: object): Promise<Answer> =>
  page.evaluate(
    async ([sentMethod, sentPath, json]) => {
      const answer = await fetch(sentPath, { method: sentMethod, headers: { 'content-type': 'application/json' }, body: json })
      if (!answer.ok) throw new Error(await answer.text())
      return answer.status === 204 ? null : answer.json()
    },
    [method, path, JSON.stringify(body)] as const,
  )
