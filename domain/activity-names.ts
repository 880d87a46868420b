import { type Activity, type ActivityId, activities } from './activities.ts'
import { isLikelyMisspelling } from './spelling.ts'

/** Other names that people use for an activity. */
const otherNames: Partial<Record<ActivityId, string>> = {
  badminton: 'shuttlecock, badmington',
  baseball: 'base ball',
  basketball: 'hoops, hoop, bball, b ball, basket ball, pickup ball, shoot hoops, shooting hoops',
  'board-games': 'board game, boardgame, boardgames, boardgaming, tabletop games, catan',
  bowling: 'bowl',
  cornhole: 'corn hole',
  cycling:
    'biking, bike, bikes, riding bikes, bicycle ride, road biking, road cycling, mtb, spin class, bike ride, bike rides, bicycling, bicycle, mountain biking, cycle',
  dance: 'dancing, dances, salsa, bachata, ballroom, square dance, square dancing, line dancing, swing dancing',
  'disc-golf': 'frisbee golf, frolf, discgolf',
  dodgeball: 'dodge ball',
  esports: 'e sports, esport, gaming, video games, videogames',
  'flag-football': 'flag, flagfootball',
  football: 'american football, tackle football',
  futsal: 'indoor futsal',
  golf: 'golfing',
  handball: 'hand ball',
  hiking: 'hike, hikes',
  kickball: 'kick ball',
  lacrosse: 'lax',
  'martial-arts':
    'martial art, karate, judo, bjj, jiu jitsu, jiujitsu, brazilian jiu jitsu, brazilian jiujitsu, ju jitsu, jujitsu, grappling, muay thai, aikido, capoeira, krav maga, kung fu, tae kwon do, taekwondo, mma, kickboxing',
  pickleball: 'pickle ball, pickle, pickler',
  racquetball: 'racquet ball, racketball, racket ball',
  'roller-derby': 'rollerderby',
  running:
    'run, runs, jog, jogs, jogging, jogger, joggers, trail run, trail running, track running, 5 k, 10 k, half marathon, run club, runners, runner',
  'sand-volleyball': 'beach volleyball, beach volley, beach volley ball, sand volley ball, beach vball, sand vball, beach v ball',
  skateboarding: 'skateboard, skateboards, skate, skating, skate boarding, sk8',
  skiing: 'ski',
  soccer: 'footy, footie, futbol, association football',
  softball: 'soft ball',
  spikeball: 'spike ball, roundnet, round net',
  swimming: 'swim, swims',
  'table-tennis': 'ping pong, pingpong, pong, tabletennis, tt',
  'tabletop-rpg':
    'dnd, d & d, d and d, dungeons and dragons, dungeons & dragons, rpg, rpgs, ttrpg, ttrpgs, tabletop rpgs, pathfinder, tabletop',
  'track-and-field': 'track & field, track, athletics',
  trivia: 'quiz, pub quiz, quizzes, pub trivia, bar trivia',
  'ultimate-frisbee': 'ultimate, frisbee, ultimate disc, frisbees, frizbee, frisby',
  volleyball: 'volley ball, volley, vball, v ball',
  walking: 'walk, walks',
  'water-polo': 'waterpolo',
  wrestling: 'wrestle',
}

export const otherActivityNames = (id: ActivityId): string[] => otherNames[id]?.split(', ') ?? []

/** Lower case, without accents, spaces and hyphens: "Ping-Pong" and "ping pong" are the same. */
const squash = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}&]+/gu, '')

/** How well the typed text fits an activity: 0 is best, null not at all. */
function rankActivity({ id, label }: Activity, typed: string): number | null {
  const name = squash(label)
  if (name.startsWith(typed)) return 0
  if (name.includes(typed)) return 1
  const others = otherActivityNames(id).map(squash)
  if (others.some((other) => other.startsWith(typed))) return 2
  const isMisspelled = (names: readonly string[]) => names.some((other) => isLikelyMisspelling(typed, other))
  if (isMisspelled([name, ...others])) return 3
  return isMisspelled(label.split(' ').map(squash)) ? 4 : null
}

/** The activities that the typed text may mean, the most likely first. Misspellings count only if nothing else fits. */
export function findActivitiesNamed(text: string, among: readonly Activity[]): Activity[] {
  const typed = squash(text)
  if (typed === '') return text.trim() === '' ? [...among] : []
  const ranked = among.flatMap((activity) => {
    const rank = rankActivity(activity, typed)
    return rank === null ? [] : [{ activity, rank }]
  })
  const isSpelledRight = ranked.some(({ rank }) => rank < 3)
  return ranked
    .filter(({ rank }) => !isSpelledRight || rank < 3)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ activity }) => activity)
}

/** The activities of which the words are another name, such as "ping pong". */
export const findActivitiesByOtherName = (words: string): Activity[] =>
  activities.filter(({ id }) => otherActivityNames(id).some((name) => squash(name) === squash(words)))
