import { type ActivityId, activities } from '../activities.ts'
import type { Reading } from './pieces.ts'
import { findPhrase, makePhrases, type Word } from './split-words.ts'

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
  soccer: 'footy, futbol, pickup football soccer, fútbol, association football',
  softball: 'soft ball',
  spikeball: 'spike ball, roundnet, round net',
  swimming: 'swim, swims',
  'table-tennis': 'ping pong, pingpong, pong, tabletennis, tt',
  'tabletop-rpg':
    'dnd, d & d, d and d, dungeons and dragons, dungeons & dragons, rpg, rpgs, ttrpg, ttrpgs, tabletop rpgs, pathfinder, tabletop',
  'track-and-field': 'track & field, track, athletics',
  trivia: 'quiz, pub quiz, quizzes, pub trivia, bar trivia',
  'ultimate-frisbee': 'ultimate, frisbee, ultimate disc, frisbees',
  volleyball: 'volley ball, volley, vball, v ball',
  walking: 'walk, walks',
  'water-polo': 'waterpolo',
  wrestling: 'wrestle',
}

const multipleActivities: readonly (readonly [string, readonly ActivityId[]])[] = [['hockey', ['ice-hockey', 'field-hockey']]]

export const activityPhrases = makePhrases<readonly ActivityId[]>([
  ...activities
    .filter(({ id }) => id !== 'other')
    .map(({ id, label }) => [[label.toLowerCase(), ...(otherNames[id] ? [otherNames[id]] : [])].join(', '), [id]] as const),
  ...multipleActivities,
])

export function readActivity(words: readonly Word[], at: number): Reading | null {
  const found = findPhrase(activityPhrases, words, at)
  return found && { length: found.length, meaning: { kind: 'activity', ids: found.meaning } }
}
