ALTER TABLE `auth_sessions` ADD `city` text;--> statement-breakpoint
ALTER TABLE `auth_sessions` ADD `country` text;