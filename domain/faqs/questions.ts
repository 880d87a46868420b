import { firstLock, resetLinkFor, sessionFor, triesAllowed } from '../accounts/rules.ts'
import { usualLeaveMinutes } from '../events/defaults.ts'
import { isNight, offerHold } from '../events/rules.ts'
import { hereFor, pingPause } from '../places/kinds.ts'
import { levelLabel, levels, ratingOf } from '../profiles/levels.ts'
import { hour, minute } from '../time/spans.ts'
import { type FaqGroup, hourWords, spanWords } from './rules.ts'

const hours = Array.from({ length: 24 }, (_, clock) => clock)
const nightBegins = hourWords(hours.find((clock) => isNight(clock) && !isNight(clock - 1)) ?? 0)
const nightEnds = hourWords(hours.find((clock) => !isNight(clock) && isNight((clock + 23) % 24)) ?? 0)
/** How long a seat is held so many hours before the game. */
const heldAt = (hoursAhead: number) => spanWords(offerHold(0, hoursAhead * hour))

const levelNames = new Intl.ListFormat('en-US').format(levels.filter(Number.isInteger).map((level) => levelLabel('other', level)))
const ratings = `${ratingOf('tennis', levels[0])} to ${ratingOf('tennis', levels[levels.length - 1] ?? 5)}`

export type FaqGroupId = 'finding-games' | 'joining' | 'putting-up' | 'places' | 'people' | 'account' | 'mail'

/**
 * All that is asked and answered, under the name this platform goes by. Numbers come from the rules that decide
 * them; those that stand in a contract are written out, so that nobody loads a form to read a sentence, and tests hold them to it.
 */
export const listFaqs = (product: string): readonly FaqGroup<FaqGroupId>[] => [
  {
    id: 'finding-games',
    title: 'Finding games',
    faqs: [
      {
        id: 'find-games',
        question: 'How do I find a game near me?',
        answer:
          'Open [Discover](/discover) and say where you play. The games to come are on the map and in the list beside it, and you can narrow them down by activity, day, time of day, level and seats left. Or [ask Beans](/ai) in your own words: “pickleball for beginners near Austin on Saturday morning”. You need no account to look around.',
        also: 'search filter city events nearby dog ai',
      },
      {
        id: 'be-told',
        question: `Can ${product} tell me when a game comes up?`,
        answer: `Yes. Press “Be told” on [Discover](/discover), or set up an [activity subscription](/settings?tab=activities-subscription): a place, up to 50 miles around it, and what you play. You hear of each public game that fits, once, and of a game that repeats once for all its dates.`,
        also: 'alert notify saved search',
      },
      {
        id: 'levels',
        question: 'What do the levels mean?',
        answer: `They go from 1 to 5: ${levelNames}. Pickleball and tennis show the rating players know, ${ratings}. A game’s level says who it is meant for; nobody is kept out by it.`,
        also: 'skill rating beginner',
      },
      {
        id: 'dots',
        question: 'What do the dots on a game mean?',
        answer:
          'Each dot is a seat. Filled ones are taken, the bright one is yours, and the rings are open. Dashed ones are people in line.',
        also: 'seats circles colors picture',
      },
    ],
  },
  {
    id: 'joining',
    title: 'Joining and the line',
    faqs: [
      {
        id: 'join',
        question: 'How do I join a game?',
        answer:
          'Open the game and press Join. Where its seats are split into slots you pick one, and where the hosts ask something you answer. Some hosts choose who comes: then you ask to join and hear back when they have said yes or no.',
        also: 'sign up seat rsvp approval register',
      },
      {
        id: 'full',
        question: 'The game is full. What now?',
        answer:
          'Join the waitlist: the game’s page shows your place in line. Usually whoever has waited longest is next. Hosts can also let those who sat out last time go first, or have a draw decide. You and your guests get seats together or keep your place, and nobody behind you is let past.',
        also: 'queue waiting list next order turns lottery party',
      },
      {
        id: 'held',
        question: 'A seat came free for me. How long is it held?',
        answer: `${heldAt(48)} if the game is more than 24 hours away, ${heldAt(12)} if it is more than 3 hours away, and ${heldAt(1)} after that. We write you a mail; take the seat or let it go right from there, without logging in, or on the game’s page. If you do neither, it goes to the next in line, and you can get in line again.`,
        also: 'offer hold waitlist expire accept reject',
      },
      {
        id: 'night',
        question: 'Why are no seats offered at night?',
        answer: `So that nobody loses a seat in their sleep. From ${nightBegins} to ${nightEnds}, by the clocks where the game is, no offers go out; they go out in the morning. If you are first in line and a seat is free, you can take it on the game’s page at any hour.`,
        also: 'pause offer hours sleep waitlist hold',
      },
      {
        id: 'leave',
        question: 'How do I leave a game, and until when?',
        answer: `Open the game and press Leave. Its page names the time to leave by, usually ${spanWords(usualLeaveMinutes * minute)} before it starts. If you are later than that, leave all the same: your seat goes to the first person waiting. Once the game has begun, your seat stays yours.`,
        also: 'cancel drop out deadline quit',
      },
      {
        id: 'guests',
        question: 'Can I bring a guest?',
        answer: `If the hosts allow it; they choose how many each person may bring, at most 10. A guest needs no account, only a name, and takes a seat like anyone else.`,
        also: 'friend plus one party bring',
      },
      {
        id: 'give-seat',
        question: 'Can I give my seat to someone else?',
        answer:
          'Yes. Press “Give my seat away” on the game’s page and pick a person. They take your place at once, and guests stay with the seat. Where the hosts choose who comes, it can only go to someone on the waitlist.',
        also: 'transfer swap substitute replacement',
      },
    ],
  },
  {
    id: 'putting-up',
    title: 'Putting up a game',
    faqs: [
      {
        id: 'put-up',
        question: 'How do I put up a game?',
        answer:
          'Press [Put up a game](/create/event) and say what, when and where. Everything else has a good default. Under “More” you set the level, slots, guests, who sees it and how it repeats.',
        also: 'create host event organize new',
      },
      {
        id: 'later',
        question: 'Can I get it ready now and put it up later?',
        answer:
          'Yes. Under “More” say at what time others see it. Until then it stands in no list, but whoever has its link reads when it opens for sign-up, and you can invite people already. A draft without a time is seen by its hosts alone.',
        also: 'draft schedule publish plan ahead share',
      },
      {
        id: 'who-sees-it',
        question: 'Who can see a game of mine?',
        answer:
          'You choose. Everyone: it is on the map and in search. A community you run: for everybody but its members it does not exist. Whoever has the link: it is on no map and in no search.',
        also: 'visibility public private hidden link',
      },
      {
        id: 'repeat',
        question: 'Can a game repeat?',
        answer: `Yes, every so many days, weeks or months, for up to 60 dates. Each date has its own seats. When you change or cancel one, you say whether you mean this date, this and the following, or all that are still to come.`,
        also: 'series recurring weekly every',
      },
      {
        id: 'choose-who-comes',
        question: 'Can I decide who comes, and share the work?',
        answer: `Yes. Have people ask to join and say yes or no to each, and ask up to 5 questions when they join. Up to 10 co-hosts can run the game with you. Whoever you turn down or take out cannot join that game again.`,
        also: 'approval approve remove kick cohost co-host refuse',
      },
      {
        id: 'change-or-cancel',
        question: 'What if I have to change or cancel it?',
        answer:
          'Whoever is going, waiting or has asked to join is told of a new time or place, and of a cancellation with the reason you give. For anything else, write to all of them under Messages on the game’s Manage page.',
        also: 'edit move rain call off message players announce',
      },
      {
        id: 'check-in',
        question: 'How does check-in work?',
        answer:
          'Whoever comes shows the ticket on the game’s page, and a host scans it or checks them in by hand on the Manage page. Both work without a network: what hosts noted is sent when they are online again.',
        also: 'attendance scan qr code arrive no-show',
      },
    ],
  },
  {
    id: 'places',
    title: 'Places',
    faqs: [
      {
        id: 'add-place',
        question: 'A court is missing, or something about it is wrong.',
        answer:
          'Look for it under [Places](/discover/places) first. If it is missing, [add it](/places/new): a spot on the map, a name and what is played there. Anyone with a profile can mend a place, and its history shows what was changed.',
        also: 'edit field hall park fix add duplicate history',
      },
      {
        id: 'need-more',
        question: 'We are short of players. Can I call for some?',
        answer: `Yes. Say “I’m here” on the place’s page, which shows you to people who are logged in for ${spanWords(hereFor)} or until you leave. Then press “Need more players”: whoever follows that place is told, once in ${spanWords(pingPause)} at most. To hear such calls yourself, follow the [places](/discover/places) you play at.`,
        also: 'ping missing follow regulars presence',
      },
    ],
  },
  {
    id: 'people',
    title: 'People, privacy and blocking',
    faqs: [
      {
        id: 'find-people',
        question: 'How do I find people to play with?',
        answer:
          '[Players near you](/localconnect) shows who plays what you play, at which level, and when both of you can. Ask to connect with those you like. If you follow someone who hosts, their games are under [Hosts You Follow](/discover?hosts=followed).',
        also: 'partner friend connect follow nearby match',
      },
      {
        id: 'who-sees-me',
        question: 'Who sees that I am coming to a game?',
        answer:
          'Its hosts, everyone else who is going, and people you are connected with. Others who are logged in see you only if you show your upcoming games, a switch under [Privacy](/settings?tab=privacy). Whoever is not logged in sees how many are going, and nobody’s name.',
        also: 'visible name list hidden',
      },
      {
        id: 'where-i-am',
        question: 'Can others see where I live?',
        answer:
          'No. They see the city you named, and a rough distance that is never told finer than a few miles. Your full name and your email are shown to no other player.',
        also: 'location address distance email private',
      },
      {
        id: 'block',
        question: 'What happens when I block someone?',
        answer:
          'The two of you can no longer find, follow or invite each other, and a game you host is full for them. They are not told, and you can undo it under [Privacy](/settings?tab=privacy). Before you join a game that someone you blocked is going to, only you are warned.',
        also: 'harass report unblock blocklist safety avoid',
      },
    ],
  },
  {
    id: 'account',
    title: 'Your account',
    faqs: [
      {
        id: 'need-account',
        question: 'Do I need an account?',
        answer: `Not to look at games and places. To join or put up a game, [sign up](/sign-up) with your email or with Google and tell us what you play. You have to be 13 or older to use ${product}.`,
        also: 'register age login profile',
      },
      {
        id: 'cannot-log-in',
        question: 'I cannot log in.',
        answer: `[Get a link by mail](/forgot-password) and set a new password; the link works for ${spanWords(resetLinkFor)}, and a new password signs out every device. After ${triesAllowed} wrong tries there is a pause of at least ${spanWords(firstLock)}. If you signed up with Google, log in with Google.`,
        also: 'forgot password locked sign in reset google',
      },
      {
        id: 'devices',
        question: 'Where am I signed in, and for how long?',
        answer: `Under Devices in your [settings](/settings?tab=general), where you can sign out one of them or all others. You stay signed in until you have not been here for ${spanWords(sessionFor)}. When a browser we do not know signs in, we write you a mail.`,
        also: 'log out session phone computer security',
      },
      {
        id: 'export',
        question: 'Can I get a copy of my data?',
        answer: `Yes, under Your data in your [settings](/settings?tab=general). We collect everything we know about you in one ZIP file and write you a mail when it is ready. You can download it for 7 days, and ask for one 3 times a day.`,
        also: 'export download zip csv',
      },
      {
        id: 'delete',
        question: 'How do I delete my account?',
        answer: `At the end of your [settings](/settings?tab=general): type DELETE to confirm. Leave your communities or hand them over first. Everything about you is erased for good, your seats go to others, and games to come that you host alone are cancelled.`,
        also: 'remove close erase quit',
      },
    ],
  },
  {
    id: 'mail',
    title: 'Notifications and mail',
    faqs: [
      {
        id: 'reminders',
        question: 'Will I be reminded of a game?',
        answer: `Yes, a day and again 2 hours before it starts. Once it is over we ask you how it was: for 14 days you can tell your hosts, who read it without your name.`,
        also: 'reminder calendar feedback rating',
      },
      {
        id: 'choose-mail',
        question: 'How do I choose what you write to me about?',
        answer:
          'Everything that concerns you is under [Notifications](/notifications). Topic by topic, your [settings](/settings?tab=notification) say what also comes by mail. The link in such a mail stops its topic at once, without logging in. Mail about your account, and about a seat held for you, always comes.',
        also: 'unsubscribe stop email spam newsletter topics off',
      },
    ],
  },
]
