import type { ActivityId } from '../activities.ts'
import type { TopicForm } from './contract.ts'

const games: TopicForm = { name: 'Games', description: 'New dates, changes and cancellations.' }
const common: readonly TopicForm[] = [
  { name: 'Carpools', description: 'Who drives, and who needs a ride.' },
  { name: 'Social', description: 'What we do off the court.' },
]
const substitutes: TopicForm = { name: 'Substitutes wanted', description: 'We are one short. Can you play?' }
const season: TopicForm = { name: 'Season', description: 'Registration, schedule and standings.' }
const practice: TopicForm = { name: 'Practice', description: 'Drills and training.' }
const gear: TopicForm = { name: 'Gear', description: 'What to bring, buy, lend or sell.' }
const routes: TopicForm = { name: 'Routes', description: 'Where we go, how far and how fast.' }
const gameNights: TopicForm = { name: 'Game nights', description: 'Which games, whose table.' }

/** Groups of activities that need the same topics. All others are team sports. */
const outdoors: readonly ActivityId[] = ['cycling', 'hiking', 'running', 'walking', 'rowing', 'skiing', 'swimming', 'skateboarding']
const atTables: readonly ActivityId[] = ['board-games', 'chess', 'esports', 'tabletop-rpg', 'trivia']
const alone: readonly ActivityId[] = ['dance', 'gymnastics', 'martial-arts', 'yoga', 'fencing', 'wrestling']

/** The topics that fit an activity, the most useful first. */
export function suggestTopics(activity: ActivityId | null): readonly TopicForm[] {
  if (activity === null || activity === 'other') return [games, ...common, gear]
  if (outdoors.includes(activity)) return [games, routes, gear, ...common]
  if (atTables.includes(activity)) return [gameNights, season, ...common]
  if (alone.includes(activity)) return [practice, gear, ...common]
  return [games, substitutes, practice, season, gear, ...common]
}
