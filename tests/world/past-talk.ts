import { day, hour, minute } from '../../domain/time/spans.ts'
import { makeRandom } from '../setup/make-random.ts'

export type PastMessage = { authorId: string; text: string; at: number }

/** `turns` says who says each line. A line has several wordings, and the words in braces are chosen once for each talk. */
type Talk = { turns: string; lines: readonly (readonly string[])[] }

const talks: readonly Talk[] = [
  {
    turns: 'ABACA',
    lines: [
      [
        'We are three on {day} at {time}. Who is our fourth?',
        'One short for {day}, {time}, court {court}. Anybody?',
        'My partner is out on {day}. Who plays at {time}?',
      ],
      [
        'I can, if nobody minds that I leave at {later}.',
        'Me, I have been waiting for this all week.',
        'Put me down.',
        'I would, but {day} is my late shift.',
      ],
      ['Perfect, see you there.', 'Great, then we are complete.', 'Thanks! I bring the balls.'],
      ['Which court?', 'Do we have a court already?', 'Inside or outside?'],
      ['Court {court}, like last time.', 'Court {court}. The lights work again.', 'Court {court} until {later}.'],
    ],
  },
  {
    turns: 'ABAC',
    lines: [
      [
        'It rained all night. Is court {court} dry?',
        'Does anybody live near the courts? Is it wet?',
        'The forecast for {day} looks bad. Do we move?',
      ],
      [
        'Puddles on {court}, the rest is fine.',
        'I drove by at {time}, it is dry.',
        'I mopped the baseline, it is playable.',
        'Too slippery, I would wait.',
      ],
      ['Then we start half an hour later.', 'I come at {later} and we see.', 'Thanks for looking!'],
      ['I bring the squeegee.', 'I have two towels in the car.', 'See you there.'],
    ],
  },
  {
    turns: 'ABAB',
    lines: [
      ['Somebody left a {thing} on the bench by court {court}.', 'Found: a {thing}, near the water fountain.', 'Who misses a {thing}?'],
      ['That is mine! Thank you.', 'Mine! I looked everywhere.', 'That must be my son’s. He already cried.'],
      ['I put it in the box at the gate.', 'I keep it until {day}.', 'It is in my trunk, next to the cooler.'],
      ['You are the best.', 'Thanks, I pick it up on {day}.', 'Great, I owe you a coffee.'],
    ],
  },
  {
    turns: 'ABACB',
    lines: [
      [
        'What a match. {score} in the third, and I still do not know how.',
        'We won {score}! Best game of the month.',
        'Lost {score} to the {time} group. They were better.',
      ],
      [
        'Your drop shots were mean today.',
        'You two play like you have done it for years.',
        'I watched the last rally from the parking lot.',
        'Next time I want you on my side.',
      ],
      ['It was the wind, I swear.', 'I only closed my eyes and swung.', 'All thanks to the new {thing}.'],
      ['Rematch on {day}?', 'Same again on {day}, {time}?', 'We want revenge.'],
      ['We are in.', 'Gladly, if my knee lets me.', 'Name the court.'],
    ],
  },
  {
    turns: 'ABAB',
    lines: [
      [
        'Which {gear} do you use? Mine is done after two years.',
        'Is there a good {gear} for under a hundred?',
        'I need a new {gear} before the tournament.',
      ],
      [
        'The store on {street} lets you try them for a week.',
        'I have a spare {gear}, try it on {day}.',
        'Go heavier than you think, it helps at the net.',
        'Whatever is on sale. It is the player, not the {gear}.',
      ],
      ['Good idea, I ask there.', 'Ha, tell that to my backhand.', 'I would love to try yours.'],
      ['I bring it on {day}.', 'Ask for the one with the thick core.', 'They close at {later} on {day}.'],
    ],
  },
  {
    turns: 'ABAC',
    lines: [
      [
        'My {body} hurts since {day}. Does anybody know somebody good?',
        'I sit out this week, it is my {body} again.',
        'Doctor says two weeks without pickleball because of my {body}.',
      ],
      ['Oh no, get well!', 'Ice, and no heroics.', 'There is a good physio on {street}, tell her we sent you.'],
      ['Thanks, I call her tomorrow.', 'I can still keep score.', 'I come anyway, for the coffee.'],
      ['We save you a chair.', 'Somebody has to shout at us.', 'See you on {day} then, without a paddle.'],
    ],
  },
  {
    turns: 'ABABA',
    lines: [
      [
        'A colleague of mine would like to try it. Is {day} good for beginners?',
        'My neighbor is new in Austin and wants to play. Can I bring her on {day}?',
        'Two friends visit me next week. Is there room on {day}?',
      ],
      ['Sure, the more the better.', 'Yes, I play with them for the first hour.', 'Of course. Tell them to bring water and a hat.'],
      ['What do they need to bring?', 'Is there anything to pay?', 'Do they need their own paddle?'],
      [
        'Only shoes with a flat sole, the rest is there.',
        'Nothing at all. I have three spare paddles.',
        'Just themselves, we have everything.',
      ],
      ['Then {time} on court {court}.', 'Great, they will be fine.', 'I look forward to it.'],
    ],
  },
  {
    turns: 'ABCAB',
    lines: [
      [
        'The city wants to close court {court} for repairs in two weeks.',
        'Did you see the sign? Court {court} is closed on {day}.',
        'The lights on court {court} go out at {later} now.',
      ],
      ['Again? They repaired it in spring.', 'For how long?', 'Then we ask at the school on {street}.'],
      ['I write to the parks department.', 'I know somebody there and ask.', 'Until the end of the month, they said.'],
      ['Thank you for taking care of this.', 'Tell them that forty people play there.', 'We can use the old hall until then.'],
      ['They answered: the others stay open.', 'Good news, it is only {day} and the day after.', 'I keep you posted.'],
    ],
  },
  {
    turns: 'ABAB',
    lines: [
      [
        'Who drives on {day}? I have no car this week.',
        'I leave from {street} at {time} and have two seats.',
        'Can anybody take my {thing} to the courts? I come by bike.',
      ],
      ['I can pick you up at {time}.', 'I pass {street} anyway.', 'One seat for me, please.'],
      ['I wait at the corner.', 'I bring coffee for the driver.', 'Perfect, I text you when I am outside.'],
      ['Deal.', 'See you at {time}.', 'No sugar, please.'],
    ],
  },
  {
    turns: 'ABCA',
    lines: [
      [
        'Coffee after the game on {day}?',
        'The taco truck is back on {street}. Who comes along after {later}?',
        'Breakfast after the early game on {day}. Who joins?',
      ],
      ['Always.', 'I only come for this part.', 'Count me in, and my daughter too.', 'Yes please!'],
      ['I take a table for eight.', 'Somebody bring plates.', 'They have shade there, that is all I need.'],
      ['I will be hungry.', 'See you there.', 'Save me a seat, I am late.'],
    ],
  },
  {
    turns: 'ABCA',
    lines: [
      [
        'Could we start at {time} on {day}? It is so hot at noon.',
        'Who is for {time} instead of {later} from next week on?',
        'The evenings get dark early now. {time} on {day}?',
      ],
      ['Fine with me.', 'Earlier is better for everyone with kids.', 'I cannot before {later}.', 'Only if there is coffee.'],
      ['Let us try it for a month.', 'Then one group at {time} and one at {later}.', 'I change it in the calendar.'],
      ['Good compromise.', 'Thanks for organizing.', 'I take the late one.'],
    ],
  },
  {
    turns: 'ABAB',
    lines: [
      [
        'Does anybody have a photo from {day}?',
        'I took some pictures on {day}, the light was so good.',
        'My phone is full of your serves from {day}.',
      ],
      ['Send the one where we all look at the ball.', 'Please not the one with my {body}.', 'I would like one for my mother.'],
      ['I upload them tonight.', 'They are in the album now.', 'Only if I get cake.'],
      ['Lovely, thank you.', 'I look so focused. I had no idea what the score was.', 'We should print one for the hall.'],
    ],
  },
  {
    turns: 'ABAB',
    lines: [
      [
        'How do you serve so deep? Mine end at the kitchen.',
        'Can somebody explain the rule with the second bounce again?',
        'I still do not understand when to come to the net.',
      ],
      ['More legs, less arm.', 'Wait for it, then walk in together.', 'Come ten minutes early on {day}, I show you.'],
      ['I will, thank you!', 'That makes sense. On paper.', 'I tried that, the fence got it.'],
      ['It took me a year.', 'The fence has seen worse.', 'You get there. Your returns are great already.'],
    ],
  },
]

const words = {
  day: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  time: ['6:30', '7:00', '7:15', '8:00', '9:30', '5:45', '6:15'],
  later: ['8:30', '9:00', '10:15', '11:00', '7:45', '8:15'],
  court: ['1', '2', '3', '4', '5', '6'],
  thing: ['blue cap', 'water bottle', 'gray towel', 'paddle cover', 'knee brace', 'car key', 'green sweater', 'pair of sunglasses'],
  score: ['11 to 9', '12 to 10', '15 to 13', '11 to 4', '11 to 7', '14 to 12'],
  gear: ['paddle', 'pair of shoes', 'net', 'bag', 'ball machine'],
  street: ['Lamar', 'Burnet Road', 'East Cesar Chavez', 'South First', 'Manor Road', 'Guadalupe'],
  body: ['elbow', 'knee', 'shoulder', 'ankle', 'back', 'wrist'],
} satisfies Record<string, readonly string[]>

/** How many days ago it starts. */
const firstDay = 150
/** The same talk comes again after this many others. */
const talksApart = 6

/** What the members of a community have said to each other in the last five months, until yesterday. It is always the same talk. */
export function makePastTalk(memberIds: readonly string[], count: number, now: number): PastMessage[] {
  const random = makeRandom(2000)
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item
  const lines: { authorId: string; text: string; talk: number }[] = []
  const lately: Talk[] = []
  for (let talk = 0; lines.length < count; talk += 1) {
    const chosen = Object.fromEntries(Object.entries(words).map(([name, list]) => [name, pick(list)]))
    const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => chosen[name] ?? name)
    const start = Math.floor(random() * memberIds.length)
    const speakerOf = (letter: string) => memberIds[(start + 5 * 'ABC'.indexOf(letter)) % memberIds.length] as string
    const next = pick(talks.filter((one) => !lately.slice(-talksApart).includes(one)))
    lately.push(next)
    for (const [turn, wordings] of next.lines.entries())
      lines.push({ authorId: speakerOf(next.turns[turn] ?? 'A'), text: fill(pick(wordings)), talk })
  }
  const talkCount = (lines.at(-1)?.talk ?? 0) + 1
  const today = Math.floor(now / day) * day
  let at = 0
  let talk = -1
  return lines.slice(0, count).map(({ authorId, text, ...line }) => {
    if (line.talk !== talk) {
      talk = line.talk
      const talkDay = today - Math.ceil(firstDay * (1 - talk / talkCount)) * day
      // In Austin it is morning then.
      at = Math.max(at + hour, talkDay + 14 * hour + Math.floor(random() * 3) * hour)
    } else at += Math.ceil(random() * 9) * minute
    return { authorId, text, at }
  })
}
