import { describe, expect, it } from 'vitest'
import { enter, putAccountAway } from '../profiles/people.ts'
import { asAdmin, ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

const turn = (method: 'PUT' | 'DELETE', userId: string, beta: string) =>
  ask(`/api/admin/betas/${userId}/${beta}`, { method, headers: asAdmin })

describe('Trial features', () => {
  it('are on for whom an operator switched them on, until switched off', async () => {
    const [ana, bo] = await Promise.all([enter('ana'), enter('bo')])
    const betasOf = async (person: typeof ana) => (await (await person.ask('/api/betas')).json<{ betas: string[] }>()).betas
    for (const beta of ['week-heatmap', 'week-heatmap', 'a2']) expect((await turn('PUT', 'ana', beta)).status).toBe(204)
    expect(await betasOf(ana)).toEqual(['a2', 'week-heatmap'])
    expect(await betasOf(bo)).toEqual([])
    for (let i = 0; i < 2; i++) expect((await turn('DELETE', 'ana', 'a2')).status).toBe(204)
    expect(await betasOf(ana)).toEqual(['week-heatmap'])
  })

  it('are for people there are, under names that are names', async () => {
    await enter('gone')
    await putAccountAway('gone')
    for (const id of ['nobody-at-all', 'gone']) expect((await turn('PUT', id, 'week-heatmap')).status, id).toBe(404)
    for (const beta of ['Week', 'a', '1st', 'x'.repeat(41)]) expect((await turn('PUT', 'ana', beta)).status, beta).toBe(400)
  })
})
