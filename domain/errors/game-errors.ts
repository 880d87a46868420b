import { seriesFaultWords } from '../time/expand-series.ts'
import { timeFaultWords } from '../time/local-time.ts'

type Max = { max: number }

/** About games and where they are. */
export const gameErrors = {
  // Places and addresses
  CityNotFound: { status: 404, words: 'There is no such city.' },
  PlaceNotFound: { status: 404, words: 'There is no such place.' },
  PlaceVersionConflict: { status: 409, words: 'Someone changed this place meanwhile. Nothing was overwritten.' },
  PlaceReloaded: {
    status: 409,
    words: 'Someone changed this place meanwhile. What they changed is here now, beside what you wrote: look, and save again.',
  },
  PlacePhotosFull: { status: 409, words: ({ max }: Max) => `A place has room for ${max} photos. Take one away first.` },
  PhotoNotYours: { status: 403, words: 'Only who added a photo can take it away.' },
  NotOnLand: { status: 400, words: 'There is no land here. Put the pin where people play.' },
  FollowedPlacesFull: { status: 409, words: 'You follow as many places as fit.' },
  NotAtPlace: { status: 403, words: 'Say that you are here first: only who is there can call others.' },
  PlayersCalledLately: { status: 429, words: 'Players were called a moment ago. You can call again in half an hour.' },
  GeocoderMissing: { status: 404, words: 'Addresses cannot be looked up here.' },
  GeocoderUnavailable: { status: 503, words: 'Addresses cannot be looked up right now. Pick a city, or put a pin on the map.' },

  // Games
  EventNotFound: { status: 404, words: 'There is no such game.' },
  NotItsHost: { status: 403, words: 'Only its hosts may do this.' },
  NotComing: { status: 403, words: 'This is for who comes.' },
  EventIsDraft: { status: 409, words: 'This is a draft. Put it up first.' },
  EventCancelled: { status: 409, words: 'This game was cancelled.' },
  EventHasBegun: { status: 409, words: 'This game has begun.' },
  EventOverOrCancelled: { status: 409, words: 'This game is over, or was called off.' },
  EventNotUpYet: { status: 409, words: 'This game is not up yet. Add it to your calendar once it is.' },
  NotInYet: { status: 409, words: 'You are not in yet. Add it once you have a seat.' },

  // Hosting a game
  NotYourTeam: { status: 403, words: 'Only who runs this community can put up its games.' },
  CoHostNotConnected: { status: 400, words: 'Someone you chose cannot host with you. Connect with them first.' },
  EventPlaceGone: { status: 400, words: 'This place is not there any more. Pick another.' },
  EventVersionConflict: { status: 409, words: 'This game was changed somewhere else meanwhile.' },
  TooLateToChange: { status: 409, words: 'This game has begun: what was agreed stays.' },
  SeatsStillTaken: {
    status: 409,
    words: 'More people have a seat than there would be. Make room first, or leave the seats as they are.',
  },
  UpcomingEventsFull: { status: 409, words: ({ max }: Max) => `You have as many games ahead of you as fit: ${max}.` },
  AlreadyUp: { status: 409, words: 'This game is up already.' },
  NotADraft: { status: 409, words: 'This game is up. Cancel it instead, so that everyone hears of it.' },
  StartIsOver: { status: 409, words: 'Its time is over. Give it a new one first.' },
  NothingToCancel: { status: 409, words: 'There is nothing to cancel any more.' },
  DraftCannotInvite: { status: 409, words: 'Nobody else can open a draft. Put it up, or say when it goes up, and then invite.' },
  InvitesUsedUp: { status: 429, words: ({ max }: Max) => `You can invite ${max} people a day. Go on tomorrow.` },
  UpdatesUsedUp: { status: 409, words: ({ max }: Max) => `That is enough for a day: ${max} messages.` },

  // When a game is
  NotADate: { status: 400, words: timeFaultWords.notADate },
  NotATime: { status: 400, words: timeFaultWords.notATime },
  NotATimeZone: { status: 400, words: timeFaultWords.notAZone },
  TimeSkipped: { status: 400, words: timeFaultWords.skipped },
  TimeIsOver: { status: 400, words: 'This time is over already.' },
  TooFarAhead: { status: 400, words: 'This is more than two years ahead.' },
  EndBeforeStart: { status: 400, words: 'The end is before the start.' },
  EventTooShort: { status: 400, words: ({ minutes }: { minutes: number }) => `A game takes at least ${minutes} minutes.` },
  EventTooLong: { status: 400, words: 'A game takes at most two weeks.' },
  PublishAfterStart: { status: 400, words: 'The game has begun by then. Choose an earlier time.' },
  OtherDateIsOver: { status: 400, words: 'Another date of the series would be over already. Move this one only.' },
  RepeatIntervalWrong: { status: 400, words: seriesFaultWords('notAnInterval', 0) },
  SeriesCountWrong: { status: 400, words: ({ max }: Max) => seriesFaultWords('notACount', max) },
  SeriesEndless: { status: 400, words: seriesFaultWords('endless', 0) },
  SeriesEndsBeforeStart: { status: 400, words: seriesFaultWords('endsBefore', 0) },
  SeriesTooLong: { status: 400, words: ({ max }: Max) => seriesFaultWords('tooMany', max) },
  SeriesEmpty: { status: 400, words: seriesFaultWords('none', 0) },

  // Joining a game
  EventFull: { status: 409, words: 'This game is full.' },
  EventNotOpenYet: { status: 409, words: ({ opens }: { opens: string }) => `This game ${opens}.` },
  SlotMissing: { status: 400, words: 'Pick one of the slots.' },
  GuestsNotAllowed: { status: 400, words: 'Guests cannot be brought here.' },
  TooManyGuests: { status: 400, words: ({ max }: Max) => `You can bring ${max} at most.` },
  PartyTooLarge: { status: 400, words: ({ seats }: { seats: number }) => `So many do not fit: there is room for ${seats}.` },
  AnswerMissing: { status: 400, words: ({ question }: { question: string }) => `Please answer: ${question}` },
  NotInEvent: { status: 404, words: 'You are not in this game.' },
  NoSeatLeft: { status: 409, words: 'There is no seat left for that.' },
  TooLateToLeave: { status: 409, words: 'This game has begun: your seat stays yours.' },
  NoSeatToGive: { status: 404, words: 'You have no seat to give.' },
  CannotTakeSeat: { status: 409, words: 'They cannot take your seat. They may have one already, or the hosts choose who comes.' },
  SeatNotFree: { status: 409, words: 'This seat is not free any more.' },
  OfferNotFound: { status: 404, words: 'This link is not known, or no longer.' },
  OfferOver: { status: 409, words: 'This offer is over.' },

  // Those who come to a game
  NameMissing: { status: 400, words: 'Who is it? A first name will do.' },
  JoinerNotFound: { status: 404, words: 'They are not on the list any more.' },
  JoinerChanged: { status: 409, words: 'Someone was quicker. Please look at the list again.' },
  NotEnoughSeats: { status: 409, words: 'There are not enough free seats for that.' },
  SlotFull: { status: 409, words: 'There is no room in that slot.' },
  NoSeatForThem: { status: 409, words: 'There is no seat left for them.' },

  // How a game was
  HostCannotReview: { status: 403, words: 'You ran this game. How it was is for who played to say.' },
  DidNotPlay: { status: 403, words: 'This is for who played.' },
  DidNotTakePlace: { status: 409, words: 'This game did not take place.' },
  EventNotOver: { status: 409, words: 'Say how it was once it is over.' },
  TooLateToReview: { status: 409, words: 'This game was more than two weeks ago.' },
} as const
