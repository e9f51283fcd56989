/** The prefix of everything that this browser stores of chats between visits. */
export const storagePrefix = 'chat/'
