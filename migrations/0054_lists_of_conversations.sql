-- Lists look up many conversations by their id. In a table WITHOUT ROWID, that reads one row each instead of two.
PRAGMA defer_foreign_keys = on;--> statement-breakpoint
CREATE TABLE `__new_conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`last_seq` integer DEFAULT 0 NOT NULL,
	`last_at` integer,
	`last_author_id` text,
	`last_text` text,
	`name` text,
	`created_at` integer,
	FOREIGN KEY (`last_author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_conversations`("id", "kind", "last_seq", "last_at", "last_author_id", "last_text", "name", "created_at") SELECT "id", "kind", "last_seq", "last_at", "last_author_id", "last_text", "name", "created_at" FROM `conversations`;--> statement-breakpoint
DROP TABLE `conversations`;--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`last_seq` integer DEFAULT 0 NOT NULL,
	`last_at` integer,
	`last_author_id` text,
	`last_text` text,
	`name` text,
	`created_at` integer,
	FOREIGN KEY (`last_author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `conversations`("id", "kind", "last_seq", "last_at", "last_author_id", "last_text", "name", "created_at") SELECT "id", "kind", "last_seq", "last_at", "last_author_id", "last_text", "name", "created_at" FROM `__new_conversations`;--> statement-breakpoint
DROP TABLE `__new_conversations`;--> statement-breakpoint
CREATE INDEX `conversation_members_to_list` ON `conversation_members` (`user_id`,`conversation_id`,`other_id`,`role`) WHERE (other_id IS NOT NULL OR role IS NOT NULL);--> statement-breakpoint
CREATE INDEX `conversation_members_removed` ON `conversation_members` (`user_id`,`conversation_id`) WHERE is_hidden = 1;
