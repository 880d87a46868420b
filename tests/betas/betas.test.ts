import { describe, expect, it } from 'vitest'
import { enter, markDeleted } from '../profiles/people.ts'
import { asAdmin, ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

const switchBeta = (method: 'PUT' | 'DELETE', userId: string, beta: string) =>
  ask(`/api/admin/betas/${userId}/${beta}`, { method, headers: asAdmin })

describe('Betas', () => {
  it('are on for the people for whom an operator turned them on, until they are turned off', async () => {
    const [ana, bo] = await Promise.all([enter('ana'), enter('bo')])
    const readBetas = async (person: typeof ana) => (await (await person.ask('/api/betas')).json<{ betas: string[] }>()).betas
    for (const beta of ['week-heatmap', 'week-heatmap', 'a2']) expect((await switchBeta('PUT', 'ana', beta)).status).toBe(204)
    expect(await readBetas(ana)).toEqual(['a2', 'week-heatmap'])
    expect(await readBetas(bo)).toEqual([])
    for (let i = 0; i < 2; i++) expect((await switchBeta('DELETE', 'ana', 'a2')).status).toBe(204)
    expect(await readBetas(ana)).toEqual(['week-heatmap'])
  })

  it('can be turned on only for existing people and with valid names', async () => {
    await enter('gone')
    await markDeleted('gone')
    for (const id of ['nobody-at-all', 'gone']) expect((await switchBeta('PUT', id, 'week-heatmap')).status, id).toBe(404)
    for (const beta of ['Week', 'a', '1st', 'x'.repeat(41)]) expect((await switchBeta('PUT', 'ana', beta)).status, beta).toBe(400)
  })
})
