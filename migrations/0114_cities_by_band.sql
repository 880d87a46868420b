DROP INDEX `cities_by_latitude`;--> statement-breakpoint
CREATE INDEX `cities_by_band` ON `cities` (CAST("lat" * 10 AS INTEGER),`lng`,`lat`);