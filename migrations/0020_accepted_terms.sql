ALTER TABLE `auth_tokens` ADD `terms_version` text;--> statement-breakpoint
ALTER TABLE `auth_tokens` ADD `terms_accepted_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `terms_version` text;--> statement-breakpoint
ALTER TABLE `users` ADD `terms_accepted_at` integer;