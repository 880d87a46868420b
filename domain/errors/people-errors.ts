type Max = { max: number }
type Instead = { instead: string }

/** Errors about accounts, people, and what belongs to them. */
export const peopleErrors = {
  // Accounts
  EmailUnchanged: { status: 400, message: 'This is already your email.' },
  PasswordMissing: { status: 400, message: 'Enter your password.' },
  WrongPassword: { status: 400, message: 'This password is incorrect.' },
  EmailNotVerified: { status: 403, message: 'Please verify your email first.' },
  LinkUsed: { status: 404, message: 'This link is invalid or has expired. Please request a new one.' },
  CommonPassword: { status: 400, message: 'This password is easy to guess. Choose one that fewer people use.' },
  PasswordExists: { status: 409, message: 'Your account already has a password.' },
  PasswordNeeded: { status: 409, message: 'Set a password first. Without one, you could no longer log in.' },
  GoogleNotConnected: { status: 404, message: 'Google is not connected to your account.' },
  WrongCode: { status: 400, message: 'This code is incorrect, or it has expired.' },
  CodeNotNeeded: { status: 409, message: 'Confirm with your password or with Google.' },
  EmailTaken: { status: 409, message: 'This email now belongs to another account.' },
  StillInTeams: { status: 409, message: 'Before you delete your account, hand over, delete or leave your communities.' },
  TooManyPasswordTries: { status: 429, message: 'Too many attempts. Please wait a while, or reset your password.' },
  TooManyConfirmationCodes: { status: 429, message: 'You requested too many codes today. Please try again tomorrow.' },
  TooManyCodeTries: { status: 429, message: 'Too many wrong codes. Please try again tomorrow, or set a password with a link by email.' },
  TooManyEmailChanges: { status: 429, message: 'You requested too many links today. Please try again tomorrow.' },

  // Admins
  AccountNotConfirmed: { status: 404, message: 'There is no confirmed account with this email.' },
  AdminNotFound: { status: 404, message: 'There is no admin with this email.' },

  // People and profiles
  PersonNotFound: { status: 404, message: 'User not found' },
  ProfileIncomplete: { status: 403, message: 'Please complete your profile first.' },
  ProfileMissing: { status: 409, message: 'Please complete your profile first.' },
  ProfileExists: { status: 409, message: 'Your profile is already set up.' },
  ProfileVersionConflict: { status: 409, message: 'You changed your profile in another tab or on another device.' },
  TermsNotAccepted: { status: 403, message: 'Please say that you are 13 or older, and accept the terms.' },
  LastActivity: { status: 409, message: 'Pick atleast one' },
  AvailabilityVersionConflict: { status: 409, message: 'You changed this in another tab or on another device. Nothing was overwritten.' },

  // Connections, follows, blocks and reports
  ConnectionsFull: { status: 409, message: 'One of you has reached the maximum number of connections.' },
  FollowsFull: { status: 409, message: 'You have reached the maximum number of people you can follow.' },
  NotPlayedYet: { status: 409, message: 'You can endorse each other once your game has started.' },
  TooMuchOutreach: {
    status: 429,
    message: ({ max, label }: Max & { label: string }) => `You can send up to ${max} ${label} per day. Try again tomorrow.`,
  },
  AskedTooOften: { status: 429, message: 'You have asked this person several times already. Please give them time.' },
  CannotBlockYourself: { status: 403, message: 'You cannot block yourself.' },
  BlocklistFull: { status: 409, message: ({ max }: Max) => `You can block up to ${max} people.` },
  PersonAlreadyBlocked: { status: 409, message: 'User is already blocked.' },
  BlockingFailed: { status: 500, message: 'Error blocking users.' },
  TooManyReports: { status: 429, message: 'Thank you! You have sent enough reports for today. You can send more tomorrow.' },
  TooMuchFeedback: { status: 429, message: 'Thank you! You have sent enough feedback for today. You can send more tomorrow.' },

  // User lists
  UserListNotFound: { status: 404, message: 'We could not find this list.' },
  EmailIsOwn: { status: 403, message: 'This is your own email.' },
  UserListsFull: { status: 409, message: ({ max }: Max) => `You can have up to ${max} lists.` },
  UserListFull: { status: 409, message: ({ max }: Max) => `A list can have up to ${max} people.` },

  // External teams
  ExternalTeamNotFound: { status: 404, message: 'We could not find this team.' },
  ExternalTeamsFull: { status: 409, message: ({ max }: Max) => `You can link up to ${max} teams. Remove one first.` },
  TriedJustNow: { status: 429, message: 'We tried a moment ago. Please wait a minute.' },

  // Data exports
  ExportExpired: { status: 404, message: 'This file is no longer available.' },
  ExportRunning: { status: 409, message: 'We are already preparing your data.' },
  TooManyExports: { status: 429, message: ({ max }: Max) => `You can request your data ${max} times per day. Please try again tomorrow.` },

  // Pictures
  PictureUnreadable: { status: 400, message: 'We cannot open this picture. Use a JPEG, PNG or WebP file.' },
  PictureTypeUnsupported: { status: 415, message: 'We cannot open this picture. Use a JPEG, PNG or WebP file.' },
  PictureTooManyPixels: { status: 413, message: 'This picture has too many pixels. The maximum is 40 megapixels.' },
  PictureTooLarge: { status: 413, message: 'This picture is too large. The maximum is 5 MB.' },
  PhotoTooLarge: { status: 413, message: 'This photo is too large. The maximum is 5 MB.' },
  PictureTooWide: { status: 413, message: ({ max }: Max) => `This picture is too large. The maximum is ${max} by ${max} pixels.` },
  FileUnreadable: { status: 400, message: 'We could not open this file. Please choose it again.' },
  HeicUnsupported: { status: 400, message: 'This browser cannot open HEIC photos. Please save the photo as a JPEG first.' },
  OutOfMemory: { status: 400, message: 'This browser is out of memory. Close other tabs and try again.' },
  PictureNotProcessed: { status: 400, message: 'This browser could not process the picture. Try a smaller one.' },

  // Cameras
  CameraNotAllowed: {
    status: 503,
    message: ({ instead }: Instead) => `This site may not use your camera. Allow it in your browser’s settings, or ${instead} instead.`,
  },
  CameraNotFound: {
    status: 503,
    message: ({ instead }: Instead) =>
      `We could not find a camera on this device. ${instead.charAt(0).toUpperCase()}${instead.slice(1)} instead.`,
  },
  CameraBusy: {
    status: 503,
    message: ({ instead }: Instead) => `Another app is using the camera. Close it and try again, or ${instead} instead.`,
  },
  CameraNotStarted: { status: 503, message: ({ instead }: Instead) => `We could not start the camera. Try again, or ${instead} instead.` },
  CameraDisconnected: { status: 503, message: ({ instead }: Instead) => `The camera was disconnected. Try again, or ${instead} instead.` },
  FlashlightFailed: { status: 503, message: 'We could not turn on the flashlight.' },

  // Activity subscriptions, called alerts on screens
  SubscriptionNotFound: { status: 404, message: 'We could not find this alert.' },
  SubscriptionVersionConflict: { status: 409, message: 'This alert was changed in another tab or on another device.' },
  SubscriptionsFull: { status: 409, message: ({ max }: Max) => `You already have ${max} alerts. Delete one first.` },

  // Communities
  TeamNotFound: { status: 404, message: 'Team not found' },
  NewMemberNotFound: { status: 404, message: 'We could not find this person.' },
  NotInTeam: { status: 404, message: 'This person is not in this community.' },
  YouAreNotInTeam: { status: 404, message: 'You are not in this community.' },
  TeamCityUnknown: { status: 400, message: 'We could not find this city.' },
  RoleNotGranted: { status: 400, message: 'To change the owner, hand the community over.' },
  CannotChangeOwner: { status: 409, message: 'This person owns the community. Hand the community over first.' },
  OwnerCannotLeave: { status: 409, message: 'Hand the community over to someone else before you leave.' },
  TeamOwnerChanged: { status: 409, message: 'This community has a new owner. Please reload the page.' },
  AlreadyOwner: { status: 409, message: 'This person already owns this community.' },
  HandOverOpen: { status: 409, message: 'You already asked someone to take over. Take that offer back first.' },
  HandOverOver: { status: 409, message: 'This offer is no longer open. It was taken back, declined, or not answered in time.' },
  TeamHasOwner: { status: 409, message: 'This community has an owner with an account, who can hand it over.' },
  OwnedTeamsFull: { status: 409, message: ({ max }: Max) => `One person can own up to ${max} communities.` },
  TeamFull: { status: 409, message: ({ max }: Max) => `A community can have up to ${max.toLocaleString('en-US')} members.` },
  TeamHoursFull: { status: 409, message: ({ max }: Max) => `Up to ${max} members of a community can share their hours.` },
  TeamPlaceUnknown: { status: 400, message: 'We could not find this place.' },
  TeamDraftStep: { status: 400, message: 'Fill in the pages before this one first.' },
  TeamDraftIncomplete: { status: 409, message: 'Something is still missing. Fill it in, then create your community.' },
  TeamDraftConflict: { status: 409, message: 'You changed this in another tab or on another device. Nothing was overwritten.' },
  TeamDraftGone: { status: 404, message: 'This draft is gone. You created the community, or threw the draft away, in another tab.' },
  TopicNotFound: { status: 404, message: 'We could not find this topic.' },
  TopicNameTaken: { status: 409, message: 'This community already has a topic with this name.' },
  TopicsFull: { status: 409, message: ({ max }: Max) => `A community can have up to ${max} topics.` },
  TopicsChanged: { status: 409, message: 'Someone changed the topics in the meantime. Please look at them again.' },
  TeamHasPlan: { status: 409, message: "End the community's plan before you delete it." },
  TeamGuestNotFound: { status: 404, message: 'We could not find this guest.' },
  TeamGuestExists: { status: 409, message: 'There is already a guest with this email.' },
  TeamGuestsFull: { status: 409, message: ({ max }: Max) => `A community can have up to ${max} guests.` },
  ChildrenFull: { status: 409, message: ({ max }: Max) => `You can add up to ${max} children to a community.` },
  GuestOfferOver: { status: 404, message: 'This community no longer has a place for you as a guest.' },
  DetailsVersionConflict: { status: 409, message: 'Someone else changed this meanwhile. Look at the new values and save again.' },
  TeamFieldNotFound: { status: 404, message: 'We could not find this field.' },
  TeamFieldsFull: { status: 409, message: ({ max }: Max) => `A community can have up to ${max} fields of its own.` },
  TeamFieldValueUnknown: { status: 400, message: 'Choose one of the values of this field.' },
  TeamFieldDateInvalid: { status: 400, message: 'Enter a valid date.' },

  // Seasons
  SeasonNotFound: { status: 404, message: 'We could not find this season.' },
  SeasonsFull: { status: 409, message: ({ max }: Max) => `A community can have up to ${max} seasons.` },
  YouAreNotRegistered: { status: 404, message: 'You are not registered for this season.' },
  NotRegistered: { status: 404, message: 'This person is not registered for this season.' },
  GroupNotFound: { status: 404, message: 'We could not find this group.' },
  GroupsFull: { status: 409, message: ({ max }: Max) => `A season can have up to ${max} groups.` },
  GroupNameTaken: { status: 409, message: 'This season already has a group with this name.' },
  GroupFull: { status: 409, message: 'This group is full.' },
  GroupSizeTooSmall: { status: 409, message: 'More people than that are in this group already.' },
  GroupHasCaptain: { status: 409, message: 'This group already has a captain.' },
  GroupHasMatches: { status: 409, message: 'This group has matches. Remove them from the season first.' },
  SeasonOver: { status: 409, message: 'This season is over.' },
  PlaceInGroupGiven: { status: 409, message: 'An organizer gave you a place in a group. Ask them to change it.' },
  SessionNotFound: { status: 404, message: 'We could not find this game in this season.' },
  NotAGameOfTeam: { status: 404, message: 'We could not find this game in this community.' },
  SessionNotInSeason: { status: 409, message: 'This game is not on a day of this season.' },
  SessionTaken: { status: 409, message: 'This game belongs to another season.' },
  SessionsFull: { status: 409, message: ({ max }: Max) => `A season can have up to ${max} games.` },
  SessionHasResult: { status: 409, message: 'This game has a result, so its groups cannot change.' },
  NotAMatch: { status: 409, message: 'This game has no sides, so it has no result.' },
  MatchCancelled: { status: 409, message: 'This game was cancelled, so it has no result.' },
  ResultTooEarly: { status: 409, message: 'Enter the result after the game has started.' },
  ResultChanged: { status: 409, message: 'Someone changed this result in the meantime. Look at it again.' },
  ResultOfOthers: { status: 409, message: 'The other side has already answered. Dispute the result if it is wrong.' },
  CaptainsOnly: { status: 403, message: 'Only the captains of the two sides can answer a result.' },
  NoResult: { status: 409, message: 'Nobody has entered a result yet.' },
  ResultDisputed: { status: 409, message: 'This result is disputed. Someone who keeps the score must settle it.' },
  ResultSettled: { status: 409, message: 'This result is settled.' },
  ResultAgreed: { status: 409, message: 'You have already agreed to this result.' },
} as const
