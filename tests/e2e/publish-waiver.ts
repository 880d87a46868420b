import { expect, type Page } from '@playwright/test'
import { fromTemplate } from '../../domain/forms/templates.ts'

/** Publishes a form of the demo community with a waiver only, as its host, and returns its id. */
export async function publishWaiver(page: Page): Promise<string> {
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer
  }
  const template = fromTemplate('waiver')
  const pages = template.pages.map((one) => ({ ...one, fields: one.fields.filter(({ kind }) => kind === 'waiver') }))
  const created = await post('/api/teams/sunset-smashers/forms', { from: { kind: 'template', template: 'waiver' } })
  const { id } = (await created.json()) as { id: string }
  const content = { ...template, title: 'Gate waiver', pages }
  expect((await page.request.put(`/api/forms/${id}/draft`, { data: { content, version: 1 } })).ok()).toBe(true)
  await post(`/api/forms/${id}/versions`, { version: 2 })
  return id
}
