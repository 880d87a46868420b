/** All sports and games that people can play. The ids are used in URLs and in the database, so they must never change. */
export const activities = [
  { id: 'badminton', label: 'Badminton' },
  { id: 'baseball', label: 'Baseball' },
  { id: 'basketball', label: 'Basketball' },
  { id: 'board-games', label: 'Board Games' },
  { id: 'bowling', label: 'Bowling' },
  { id: 'chess', label: 'Chess' },
  { id: 'cornhole', label: 'Cornhole' },
  { id: 'cricket', label: 'Cricket' },
  { id: 'cycling', label: 'Cycling' },
  { id: 'dance', label: 'Dance' },
  { id: 'disc-golf', label: 'Disc Golf' },
  { id: 'dodgeball', label: 'Dodgeball' },
  { id: 'esports', label: 'Esports' },
  { id: 'fencing', label: 'Fencing' },
  { id: 'field-hockey', label: 'Field Hockey' },
  { id: 'flag-football', label: 'Flag Football' },
  { id: 'football', label: 'Football' },
  { id: 'futsal', label: 'Futsal' },
  { id: 'golf', label: 'Golf' },
  { id: 'gymnastics', label: 'Gymnastics' },
  { id: 'handball', label: 'Handball' },
  { id: 'hiking', label: 'Hiking' },
  { id: 'ice-hockey', label: 'Ice Hockey' },
  { id: 'kickball', label: 'Kickball' },
  { id: 'lacrosse', label: 'Lacrosse' },
  { id: 'martial-arts', label: 'Martial Arts' },
  { id: 'padel', label: 'Padel' },
  { id: 'pickleball', label: 'Pickleball' },
  { id: 'racquetball', label: 'Racquetball' },
  { id: 'roller-derby', label: 'Roller Derby' },
  { id: 'rowing', label: 'Rowing' },
  { id: 'rugby', label: 'Rugby' },
  { id: 'running', label: 'Running' },
  { id: 'sand-volleyball', label: 'Sand Volleyball' },
  { id: 'skateboarding', label: 'Skateboarding' },
  { id: 'skiing', label: 'Skiing' },
  { id: 'soccer', label: 'Soccer' },
  { id: 'softball', label: 'Softball' },
  { id: 'spikeball', label: 'Spikeball' },
  { id: 'squash', label: 'Squash' },
  { id: 'swimming', label: 'Swimming' },
  { id: 'table-tennis', label: 'Table Tennis' },
  { id: 'tabletop-rpg', label: 'Tabletop RPG' },
  { id: 'tennis', label: 'Tennis' },
  { id: 'track-and-field', label: 'Track and Field' },
  { id: 'trivia', label: 'Trivia' },
  { id: 'ultimate-frisbee', label: 'Ultimate Frisbee' },
  { id: 'volleyball', label: 'Volleyball' },
  { id: 'walking', label: 'Walking' },
  { id: 'water-polo', label: 'Water Polo' },
  { id: 'wrestling', label: 'Wrestling' },
  { id: 'yoga', label: 'Yoga' },
  { id: 'other', label: 'Other' },
] as const

export type Activity = (typeof activities)[number]
export type ActivityId = Activity['id']
export const activityIds = activities.map(({ id }) => id) as [ActivityId, ...ActivityId[]]

/** The activities that pickers and alerts offer, by name. "Other" is left out, because nobody can search for it. */
export function activitiesByName(): Activity[] {
  return activities.filter((activity) => activity.id !== 'other').sort((a, b) => a.label.localeCompare(b.label, 'en-US'))
}

export function findActivity(id: string): Activity | undefined {
  return activities.find((activity) => activity.id === id)
}
