import { firstLockDuration, maxSignInTries, resetLinkLifetime, sessionLifetime } from '../accounts/rules.ts'
import { defaultLeaveMinutes } from '../events/defaults.ts'
import { isNight, offerDurationOf } from '../events/rules.ts'
import { checkInDuration, playerCallPause } from '../places/kinds.ts'
import { formatLevel, levels, ratingOf } from '../profiles/levels.ts'
import { hour, minute } from '../time/spans.ts'
import { type FaqGroup, formatHour, formatSpan } from './rules.ts'

const hours = Array.from({ length: 24 }, (_, clock) => clock)
const nightBegins = formatHour(hours.find((clock) => isNight(clock) && !isNight(clock - 1)) ?? 0)
const nightEnds = formatHour(hours.find((clock) => !isNight(clock) && isNight((clock + 23) % 24)) ?? 0)
/** How long we hold a seat that becomes free this many hours before the game. */
const formatHoldTime = (hoursAhead: number) => formatSpan(offerDurationOf(0, hoursAhead * hour))

const levelNames = new Intl.ListFormat('en-US').format(levels.filter(Number.isInteger).map((level) => formatLevel('other', level)))
const ratings = `${ratingOf('tennis', levels[0])} to ${ratingOf('tennis', levels[levels.length - 1] ?? 5)}`

export type FaqGroupId = 'finding-games' | 'joining' | 'hosting' | 'places' | 'people' | 'account' | 'notifications'

/**
 * All questions and answers, with the name of the platform. Numbers come from the rules that decide them. Numbers from a
 * contract are written out, because importing a contract would load the code of a form; tests check these numbers.
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
          'Open [Discover](/discover) and choose your city. You see upcoming games on the map and in the list, and you can filter them by activity, day, time of day, level and seats left. Or [ask Beans](/ai) in your own words: “pickleball for beginners near Austin on Saturday morning”. You do not need an account to look around.',
        searchTerms: 'search filter city events nearby dog ai',
      },
      {
        id: 'get-alerts',
        question: `Can ${product} notify me about new games?`,
        answer: `Yes. Press “Get alerts” on [Discover](/discover), or add an [alert in your settings](/settings?tab=activities-subscription): a place, up to 50 miles around it, and what you play. We notify you once about each public game that matches. For a game that repeats, you get one alert for all of its dates.`,
        searchTerms: 'alert tell saved search activity subscription',
      },
      {
        id: 'levels',
        question: 'What do the levels mean?',
        answer: `Levels go from 1 to 5: ${levelNames}. Pickleball and tennis show the rating players know, ${ratings}. The level of a game helps you choose, but players of any level can join.`,
        searchTerms: 'skill rating beginner',
      },
      {
        id: 'dots',
        question: 'What do the dots on a game mean?',
        answer:
          'Each dot is a seat. Filled dots are taken, the bright dot is yours, and rings are free. Dashed dots are people on the waitlist.',
        searchTerms: 'seats circles colors picture',
      },
    ],
  },
  {
    id: 'joining',
    title: 'Joining and the waitlist',
    faqs: [
      {
        id: 'join',
        question: 'How do I join a game?',
        answer:
          'Open the game and press Join. If the game has slots, choose one. If the hosts have questions, answer them. Some hosts approve each player: you ask to join, and we notify you when they answer.',
        searchTerms: 'sign up seat rsvp approval register',
      },
      {
        id: 'full',
        question: 'The game is full. What can I do?',
        answer:
          'Join the waitlist. The page of the game shows your position. Usually, the person who has waited longest is next, but hosts can also choose a lottery or let people who missed out last time go first. You and your guests get seats together or keep your place, and nobody behind you can pass you.',
        searchTerms: 'queue waiting list next order turns lottery party',
      },
      {
        id: 'seat-offer',
        question: 'A seat is free for me. How long is it held?',
        answer: `${formatHoldTime(48)} if the game is more than 24 hours away, ${formatHoldTime(12)} if it is more than 3 hours away, and ${formatHoldTime(1)} after that. We send you an email. Accept or decline the offer from there without logging in, or on the page of the game. If you do not answer, the seat goes to the next person on the waitlist, and you can join the waitlist again.`,
        searchTerms: 'offer hold waitlist expire accept reject',
      },
      {
        id: 'night',
        question: 'Why are no seats offered at night?',
        answer: `So that nobody loses a seat while they sleep. From ${nightBegins} to ${nightEnds}, in the time zone of the game, we send no offers. We send them in the morning. If you are first on the waitlist and a seat is free, you can take it on the page of the game at any time.`,
        searchTerms: 'pause offer hours sleep waitlist hold',
      },
      {
        id: 'leave',
        question: 'How do I leave a game?',
        answer: `Open the game and press Leave. The page shows the deadline, usually ${formatSpan(defaultLeaveMinutes * minute)} before the start. If the deadline has passed, please leave anyway: your seat goes to the next person on the waitlist. Once the game has started, you keep your seat.`,
        searchTerms: 'cancel drop out deadline quit',
      },
      {
        id: 'guests',
        question: 'Can I bring a guest?',
        answer: `Yes, if the hosts allow it: they choose how many guests each person can bring, at most 10. A guest needs only a name, no account, and takes a seat like everyone else. Friends who have accounts get seats of their own: press “Bring friends” once you have yours, and if the game costs money, at least an hour before it starts, because each of them pays. Where the hosts approve each player, invite them instead.`,
        searchTerms: 'friend plus one party bring',
      },
      {
        id: 'give-seat',
        question: 'Can I give my seat to someone else?',
        answer:
          'Yes. Press “Give away my seat” on the page of the game and choose a person, who has a day to accept. Until then you keep your seat and can take the offer back; your guests keep theirs in any case. If the hosts approve each player, you can only offer it to someone on the waitlist.',
        searchTerms: 'transfer swap substitute replacement',
      },
    ],
  },
  {
    id: 'hosting',
    title: 'Hosting a game',
    faqs: [
      {
        id: 'host-game',
        question: 'How do I host a game?',
        answer:
          'Press [Host a game](/create/event) and choose what, when and where. Then press Publish. Under “More” you can set the level, slots, guests, who can see it and how it repeats.',
        searchTerms: 'create host event organize new',
      },
      {
        id: 'later',
        question: 'Can I prepare a game now and publish it later?',
        answer:
          'Yes. Under “More”, choose the publish time. Until then it is not on the map or in search, but people with the link can see when sign-up opens, and you can already invite people. Only hosts can see a draft without a publish time.',
        searchTerms: 'draft schedule publish plan ahead share',
      },
      {
        id: 'who-sees-it',
        question: 'Who can see my game?',
        answer:
          'You choose. Everyone: it is on the map and in search. A community: only its members can see it. Anyone with the link: it is not on the map or in search.',
        searchTerms: 'visibility public private hidden link',
      },
      {
        id: 'repeat',
        question: 'Can a game repeat?',
        answer: `Yes, every few days, weeks or months, for up to 60 dates. Each date has its own seats. When you change or cancel one, you choose if you mean this date, this and all later dates, or all upcoming dates.`,
        searchTerms: 'series recurring weekly every',
      },
      {
        id: 'approve-players',
        question: 'Can I approve players and add co-hosts?',
        answer: `Yes. You can approve each player, and ask up to 5 questions when they join. Up to 10 co-hosts can run the game with you. People you decline or remove cannot join that game again.`,
        searchTerms: 'approval approve remove kick cohost co-host refuse',
      },
      {
        id: 'change-or-cancel',
        question: 'What if I have to change or cancel a game?',
        answer:
          'We notify everyone who is going, on the waitlist or waiting for approval when the time or place changes or when you cancel. For anything else, send a message to everyone: open Manage on the page of the game and choose Messages.',
        searchTerms: 'edit move rain call off message players announce',
      },
      {
        id: 'check-in',
        question: 'How does check-in work?',
        answer:
          'Players show the ticket on the page of the game. A host scans it, or checks them in by hand on the Manage page. Both work offline, and we send the check-ins when the host is online again.',
        searchTerms: 'attendance scan qr code arrive no-show',
      },
    ],
  },
  {
    id: 'places',
    title: 'Places',
    faqs: [
      {
        id: 'add-place',
        question: 'A court is missing or has wrong details. What can I do?',
        answer:
          'Look for it under [Places](/discover/places) first. If it is missing, [add it](/places/new) with a point on the map, a name and what people play there. Anyone with a profile can edit a place, and its history shows every change.',
        searchTerms: 'edit field hall park fix add duplicate history',
      },
      {
        id: 'call-for-players',
        question: 'We need more players. Can I call for some?',
        answer: `Yes. Press “Check in” on the page of the place, and people who are logged in can see you there for ${formatSpan(checkInDuration)} or until you check out. Then press “Call for players”: we notify everyone who follows the place, at most once in ${formatSpan(playerCallPause)}. To get these calls yourself, follow the [places](/discover/places) where you play.`,
        searchTerms: 'ping short missing follow regulars presence i’m here',
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
          '[Players near you](/localconnect) shows people who share your sports, their level, and when you can both play. Press Connect to send a request. If you follow a host, we notify you about their new public games, and you find all of them under [Hosts You Follow](/discover?hosts=followed).',
        searchTerms: 'partner friend connect follow nearby match',
      },
      {
        id: 'who-sees-me',
        question: 'Who can see that I am going to a game?',
        answer:
          'The hosts, everyone else who is going, and your connections. Other people who are logged in see you only if you show your upcoming games under [Privacy](/settings?tab=privacy). People who are not logged in see how many are going, but no names.',
        searchTerms: 'visible name list hidden',
      },
      {
        id: 'where-i-am',
        question: 'Can others see where I live?',
        answer:
          'No. They see your city and an approximate distance, never more exact than a few miles. We do not show your full name or email to other players.',
        searchTerms: 'location address distance email private',
      },
      {
        id: 'block',
        question: 'What happens when I block someone?',
        answer:
          'You can no longer find, follow or invite each other, and your games look full to them. We do not notify them, and you can undo it under [Privacy](/settings?tab=privacy). If someone you blocked is going to a game, we warn you before you join.',
        searchTerms: 'harass report unblock blocklist safety avoid',
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
        answer: `Not to look at games and places. To join or host a game, [sign up](/sign-up) with your email or with Google and tell us what you play. You have to be 13 or older to use ${product}.`,
        searchTerms: 'register age login profile',
      },
      {
        id: 'cannot-log-in',
        question: 'I cannot log in. What can I do?',
        answer: `[Get a link by email](/forgot-password) and set a new password. The link works for ${formatSpan(resetLinkLifetime)}, and a new password signs out all your devices. After ${maxSignInTries} wrong tries, wait at least ${formatSpan(firstLockDuration)}. If you signed up with Google, log in with Google.`,
        searchTerms: 'forgot password locked sign in reset google',
      },
      {
        id: 'devices',
        question: 'Where am I signed in?',
        answer: `Look under Devices in your [settings](/settings?tab=general). There you can sign out one device or all others. We sign you out if you have not used ${product} for ${formatSpan(sessionLifetime)}. When a new browser signs in, we send you an email.`,
        searchTerms: 'log out session phone computer security',
      },
      {
        id: 'export',
        question: 'Can I get a copy of my data?',
        answer: `Yes, under Your data in your [settings](/settings?tab=general). We collect everything we know about you in one ZIP file and email you when it is ready. You can download it for 7 days, and ask for one 3 times a day.`,
        searchTerms: 'export download zip csv',
      },
      {
        id: 'delete',
        question: 'How do I delete my account?',
        answer: `Go to the end of your [settings](/settings?tab=general) and type DELETE to confirm. Leave your communities or hand them over first. We permanently delete your data, your seats go to others, and upcoming games that you host alone are cancelled.`,
        searchTerms: 'remove close erase quit',
      },
    ],
  },
  {
    id: 'notifications',
    title: 'Notifications and email',
    faqs: [
      {
        id: 'reminders',
        question: 'Do I get reminders?',
        answer: `Yes, one day and again 2 hours before a game starts. After the game we ask you how it was: for 14 days you can tell your hosts, who read it without your name.`,
        searchTerms: 'reminder calendar feedback rating',
      },
      {
        id: 'choose-emails',
        question: 'How do I choose which emails I get?',
        answer:
          'Everything we notify you about is under [Notifications](/notifications). In your [settings](/settings?tab=notification) you choose which topics also come by email, and how often: for each notification, once an hour or once a day. The link at the end of an email unsubscribes you from its topic without logging in. We always send emails about your account and about seats held for you.',
        searchTerms: 'unsubscribe stop email spam newsletter topics off',
      },
    ],
  },
]
