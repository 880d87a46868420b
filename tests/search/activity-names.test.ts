import { describe, expect, it } from 'vitest'
import { activities, activitiesByName, activityIds } from '../../domain/activities.ts'
import { findActivitiesNamed, otherActivityNames } from '../../domain/activity-names.ts'

const find = (typed: string) => findActivitiesNamed(typed, activitiesByName()).map(({ label }) => label)

describe('The field for an activity', () => {
  it.each([
    ['ping pong', 'Table Tennis'],
    ['Ping-Pong', 'Table Tennis'],
    ['pingpong', 'Table Tennis'],
    ['hoops', 'Basketball'],
    ['b-ball', 'Basketball'],
    ['bball', 'Basketball'],
    ['basket ball', 'Basketball'],
    ['badmitton', 'Badminton'],
    ['pickelball', 'Pickleball'],
    ['picklball', 'Pickleball'],
    ['pickle-ball', 'Pickleball'],
    ['teniss', 'Tennis'],
    ['tenis', 'Tennis'],
    ['socer', 'Soccer'],
    ['soccor', 'Soccer'],
    ['fútbol', 'Soccer'],
    ['futbol', 'Soccer'],
    ['footy', 'Soccer'],
    ['vollyball', 'Volleyball'],
    ['beach volleyball', 'Sand Volleyball'],
    ['raquetball', 'Racquetball'],
    ['dnd', 'Tabletop RPG'],
    ['D&D', 'Tabletop RPG'],
    ['board game', 'Board Games'],
    ['frisbee golf', 'Disc Golf'],
    ['roundnet', 'Spikeball'],
    ['jogging', 'Running'],
    ['biking', 'Cycling'],
    ['bjj', 'Martial Arts'],
    ['jiu-jitsu', 'Martial Arts'],
    ['lax', 'Lacrosse'],
    ['swiming', 'Swimming'],
    ['gymnastic', 'Gymnastics'],
    ['hockey', 'Field Hockey'],
    ['frisby', 'Ultimate Frisbee'],
  ])('finds for "%s" first %s', (typed, label) => expect(find(typed)[0]).toBe(label))

  it('puts names that start like the text before other names, and lists all for an empty text', () => {
    expect(find('foot')).toEqual(['Football', 'Flag Football', 'Soccer'])
    expect(find(' ')).toEqual(activitiesByName().map(({ label }) => label))
    expect(find('t')[0]).toMatch(/^T/)
  })

  it.each(['qqq', 'climbing', '-', 'golfe mania'])('finds nothing for "%s"', (typed) => expect(find(typed)).toEqual([]))

  it('finds every activity by each of its names', () => {
    for (const { id, label } of activities.filter((activity) => activity.id !== 'other'))
      for (const name of [label, ...otherActivityNames(id)]) expect(find(name), name).toContain(label)
  })

  it('has no name for two activities', () => {
    const names = activityIds.flatMap(otherActivityNames)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })
})
