import { day, hour } from '../time/spans.ts'

/** What a form can have at most. */
export const maxPages = 30
export const maxFields = 300
export const maxFieldsInGroup = 40
export const maxRows = 20
/** A first and a last name. */
export const maxNameFields = 2
export const maxOptions = 100
export const maxRules = 100
export const maxActions = 10
export const maxConditions = 10
export const maxEndings = 10
export const maxLaterParts = 12

export const maxTitleLength = 100
export const maxLabelLength = 200
export const maxHintLength = 500
export const maxOptionLength = 100
export const maxTextLength = 20_000
export const maxShortAnswer = 500
export const maxLongAnswer = 10_000
export const maxQuantity = 100
export const maxFilesInAnswer = 5
/** What one person can have added to one form without sending it. */
export const maxUnsentFiles = 40
/** Pictures that the organizers of a community have put into its forms. */
export const maxFormPictures = 1_000

export const maxNamedPeople = 1_000
export const maxFrameOrigins = 10
/** What one person can have sent with one form. */
export const maxSubmissionsEach = 50
/** So many submissions of one form one person can have sent without paying: those that are open, and those that ended in the last day. Several children fit. */
export const maxUnpaidSubmissions = 10
/** So many limited places of one form are held from one address without an account: those that are open, and all of the last day. */
export const maxPlacesFromAddress = 50
/** So many links to go on are mailed in a day: of one form, and from one address. */
export const maxLinksOfForm = 200
export const maxLinksFromAddress = 30
/** So many emails about forms an address without an account gets in a day, because anybody can enter it. */
export const maxMailsToAddress = 10
/** So many wrong codes of one form are taken in a day from one account, and from one address without an account. */
export const maxWrongCodes = 50
/** What was begun without an account is kept for so long after the last change. */
export const formLinkDuration = 30 * day
/** What a person has begun with their account is kept for so long after the last change. */
export const formDraftDuration = 90 * day
/** All answers of one submission, as JSON. */
export const maxAnswersSize = 400_000
export const maxTags = 10
export const maxTagLength = 30
export const maxNoteLength = 2_000
export const maxReasonLength = 300
/** What organizers write to senders. A notice has room for it. */
export const maxMessageLength = 600
/** So many messages somebody gets about one submission in a day. */
export const maxMessagesADay = 5
/** Organizers ask for what is missing in one submission again after so long. */
export const askAgainAfter = 6 * hour
/** The history is for people, so one change of answers has up to so many entries in it. */
export const maxListedChanges = 40
/** How many submissions can be changed at once. D1 runs 1,000 statements for one request, and accepting a submission takes 18 of them. */
export const maxChosen = 40

/** A signed waiver counts so many months at most, if not forever. */
export const maxWaiverMonths = 120

export const maxFormulaLength = 500
/** Parentheses and conditions can be nested this deep. */
export const maxFormulaDepth = 20

/** Views of the list of one form, for all who run it. */
export const maxFormViews = 20
export const maxViewNameLength = 40

/** How many files with submissions can be made of one form in a day. */
export const maxExportsOfForm = 30
/** How many are listed, with each part of a ZIP. */
export const maxListedExports = 100
export const maxExportColumns = 500
/** What a ZIP has of uploaded files at most: bytes, and how many, because a job may read only so many files. The rest is in more parts. */
export const maxExportedFiles = 500
export const maxExportedBytes = 100 * 1024 * 1024
export const maxExportParts = 10
