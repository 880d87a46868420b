ALTER TABLE `conversation_members` ADD `mailed_seq` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `conversation_members` ADD `mail_due_at` integer;--> statement-breakpoint
CREATE INDEX `conversation_members_mail_due` ON `conversation_members` (`mail_due_at`,`user_id`) WHERE mail_due_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `conversations` ADD `mail_at` integer;--> statement-breakpoint
ALTER TABLE `conversations` ADD `mail_seq` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `conversations_mail_due` ON `conversations` (`mail_at`) WHERE mail_at IS NOT NULL;