import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { RegistrationList } from '../../web/home/registration-list.tsx'

const text = (registrations: Parameters<typeof RegistrationList>[0]['registrations']) =>
  renderToStaticMarkup(createElement(MemoryRouter, null, createElement(RegistrationList, { registrations }))).replace(
    /[\u2009\u202f]/g,
    ' ',
  )

describe('The registrations on a player card', () => {
  it('say when there are none', () => expect(text([])).toContain('No registrations found for this user'))

  it('show the community, its picture, the season and its dates, without a time zone shift', () => {
    const html = text([
      {
        id: 'one',
        team: { id: 'smashers', name: 'Sunset Smashers', pictureUrl: '/files/smashers' },
        seasonLabel: 'Spring 2027',
        startDate: '2027-03-01',
        child: null,
        groupName: null,
        endDate: '2027-05-31',
        submission: null,
      },
    ])
    for (const words of ['Sunset Smashers', '/files/smashers', 'Spring 2027', 'Mar 1 – May 31, 2027', 'href="/team/smashers/seasons/one"'])
      expect(html).toContain(words)
    expect(html).not.toContain('No registrations')
  })
})
