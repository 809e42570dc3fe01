// The types of openapi.yaml: written by npm run openapi.

export interface paths {
    "/api/v1/analyze-vibe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Analyse an image at a URL, for caches
         * @description The same as POST, for browsers and caches: the response may be cached for a day, and its URLs are relative unless PUBLIC_URL is set. No provider is called; a key is an error. `Accept` can also request the palette as a file. If HOST is a loopback address, requests from other websites are refused.
         */
        get: operations["analyzeUrl"];
        put?: never;
        /**
         * Analyse the style of an image
         * @description Measures the colours and the composition of an image or video, and how it fits a social platform. The same input gives the same style. The body can also be the file itself, raw or in a form; options are then query parameters or text parts. `Accept` can also request the palette as a file.
         */
        post: operations["analyzeVibe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/build-sparkpage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Build a landing page from a style
         * @description Returns a self-contained HTML page with light and dark colour schemes and WCAG AA contrast, and its CSS variables. It shows content.image, otherwise the preview of the style. style_metadata may be just {"analysis": {"id": …}}. `Accept` selects the page (`text/html`) or the variables (`text/css`).
         */
        post: operations["buildSparkpage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/capture-media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate a script that captures a page in 4K
         * @description Returns a script and its configuration. The script captures any page as a screenshot or video (60 frames per second by default), with a real browser on your machine. This operation itself captures nothing. capture.url is the URL of the script; `Accept: text/javascript` downloads it.
         */
        post: operations["captureMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/export/txt/{type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a listing as text
         * @description A plain-text report in UTF-8, newest first, as a download. `api-spec` lists all endpoints of the service. `Accept: application/json` or `text/csv` returns the records as data.
         */
        get: operations["exportTxt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/export/pdf/{type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a listing as an HTML page for printing
         * @description An HTML page for printing or "Save as PDF", with page numbers, repeated table headers and colour swatches. `Accept: application/json` or `text/csv` returns the records as data.
         */
        get: operations["exportPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report service health
         * @description Requires no key, has no rate limit and does not use the database. While the process shuts down, the status is `draining` with 503.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return system statistics
         * @description If ADMIN_TOKEN is set, it is required as a bearer token; otherwise only direct requests from the same machine are allowed. /api/admin/metrics returns the same statistics in the Prometheus text format, with the same access rule. METRICS_TOKEN is enough to read both.
         */
        get: operations["getStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/renders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a screenshot or video of a page
         * @description Does what the script from capture-media does, in a browser that the service runs. `Accept: image/*` or `video/*` requests the file instead of its status. With it, the response waits for the file; otherwise it is 202. `Prefer: wait=N` waits up to N seconds. Pages follow the rules for source_url.
         */
        post: operations["createRender"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/renders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a render: its status or its file
         * @description `Accept: image/*` or `video/*` requests the file instead of its status. Until there is a file, the response is the status; `Prefer: wait=N` waits up to N seconds for the render to finish. One byte range is supported, so that players can seek.
         */
        get: operations["getRender"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analyses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a stored analysis
         * @description The response of analyze-vibe to the first request for this analysis, but without its warnings, and with texts derived from the measurements in place of the texts that a vision provider wrote. `Accept` can also request the palette as a file. Reading a record counts as use.
         */
        get: operations["getAnalysis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a built page
         * @description A page made by build-sparkpage, sandboxed in its own origin. An upgrade does not change a single byte of it. `application/zip` returns a folder that any web server can serve, `application/json` the request that builds the page again. Only `application/json` needs a key, if API_KEYS is set.
         */
        get: operations["getPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pages/{id}/pictures/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a picture that a page links to
         * @description Returns a crop of a picture as WebP. The name, for example `0-800.webp`, is the number of the crop and a width in px; the page lists them. Other widths are rounded up. The file is created on the first request and stored with the picture. No API key is needed.
         */
        get: operations["getPagePicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pictures/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the picture of a page
         * @description Returns a preview that analyze-vibe returned, or a picture that was sent for a page, in the form that pages show, usually WebP. No API key is needed, because ids cannot be guessed. Reading a record counts as use.
         */
        get: operations["getPicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/captures/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a capture script
         * @description Returns the script that capture-media returned, as a download, without the warnings about the request. With `Accept: application/json` the response contains the script and its configuration. Reading a record counts as use.
         */
        get: operations["getCapture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload a picture to a URL from /mcp
         * @description The tool create_upload of /mcp returns the URL. It accepts one picture, within ten minutes and without a key, on behalf of the client that called the tool. The picture is stored re-encoded, at most 2,560 px wide and high. If an upload fails, the URL can be used again.
         */
        put: operations["putUpload"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/records/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a record
         * @description Deletes an analysis, a page, a picture or a capture; a project is deleted together with its last page. Analyses and pages outlive their pictures. Sending the original request again recreates the record. Requires the same authorization as /api/admin/stats, but METRICS_TOKEN is not enough.
         */
        delete: operations["deleteRecord"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description Type of the source. Default in requests: detected from its bytes.
         * @enum {string}
         */
        MediaType: "image" | "video";
        /**
         * @description Level of detail. Default in requests: medium.
         * @enum {string}
         */
        AnalysisDepth: "low" | "medium" | "high";
        /**
         * @description Platform that the image is for. Default in requests: web_16_9.
         * @enum {string}
         */
        TargetPlatform: "instagram_reels" | "youtube_shorts" | "web_16_9";
        /** @description Platform that a capture is for. A known platform that is not listed is replaced by the listed one with the closest aspect ratio. One of instagram_reels, youtube_shorts, web_16_9, tiktok, instagram_feed, square, x, linkedin; spelling variants are accepted. An unknown value falls back to the closest match or to web_16_9, with a warning. */
        CapturePlatform: ("instagram_reels" | "youtube_shorts" | "web_16_9" | "tiktok" | "instagram_feed" | "square" | "x" | "linkedin") | string;
        /**
         * @description A provider of vision models.
         * @enum {string}
         */
        VisionProvider: "openai" | "anthropic" | "gemini" | "openrouter";
        /**
         * @description Typeface category. In an analysis, the one that people associate with the first mood word (Shaikh et al. 2006).
         * @enum {string}
         */
        TypefaceCategory: "sans" | "serif" | "mono" | "slab" | "round" | "script" | "condensed";
        /**
         * @description Corner style. In an analysis (absent if analysis_depth is low), it is sharp if at least 75 % of the edges (Sobel) are within 15° of vertical or horizontal, round if at most 50 % are, and soft otherwise or if there are no edges.
         * @enum {string}
         */
        CornerStyle: "sharp" | "soft" | "round";
        /**
         * @description Spacing. In an analysis (absent if analysis_depth is low), it is compact if the image is detailed, airy if it is simple with at least 60 % negative space, and regular otherwise.
         * @enum {string}
         */
        Density: "compact" | "regular" | "airy";
        /**
         * @description Colour scheme. In an analysis (absent if analysis_depth is low), it is dark if white has more contrast than black on roles.background, and light otherwise.
         * @enum {string}
         */
        ColorScheme: "light" | "dark";
        /**
         * @description Amount of detail. In an analysis, it follows from the edge density: simple up to 0.06, detailed from 0.2.
         * @enum {string}
         */
        DetailLevel: "simple" | "moderate" | "detailed";
        /**
         * @description Side that is suitable for text. In an analysis, the side whose outer third has the most negative space; none if no side has at least 85 %.
         * @enum {string}
         */
        ClearSide: "none" | "left" | "right" | "top" | "bottom";
        /** @description CSS framework of the page. One of none, tailwind, bootstrap, bulma, pico, open-props; spelling variants are accepted. An unknown value falls back to the closest match or to none, with a warning. */
        Framework: ("none" | "tailwind" | "bootstrap" | "bulma" | "pico" | "open-props") | string;
        /** @description How the page adapts to the width of the window. fixed: the page is at most 75rem wide. One of mobile-first, fixed; spelling variants are accepted. An unknown value falls back to the closest match or to mobile-first, with a warning. */
        ResponsiveType: ("mobile-first" | "fixed") | string;
        /**
         * @description Deprecated, without effect: the page always contains only the framework rules it uses. One of inline, cdn; spelling variants are accepted. An unknown value falls back to the closest match or to inline, with a warning.
         * @enum {string}
         */
        FrameworkCss: "inline" | "cdn";
        /**
         * @description A complete design: first screen, background, typefaces and order of surfaces. auto: the design that suits the picture best. One of auto, gallery, signal, journal, stage, mosaic, studio; spelling variants are accepted. An unknown value falls back to the closest match or to auto, with a warning.
         * @enum {string}
         */
        Direction: "auto" | "gallery" | "signal" | "journal" | "stage" | "mosaic" | "studio";
        /**
         * @description Deprecated: use direction. Earlier names for the layout of the first screen. If direction is not set, this value selects one: full-bleed → signal, seam → stage, split → studio, centered → mosaic, framed → gallery, poster → journal. One of auto, full-bleed, seam, split, centered, framed, poster; spelling variants are accepted. An unknown value falls back to the closest match or to auto, with a warning.
         * @enum {string}
         */
        Layout: "auto" | "full-bleed" | "seam" | "split" | "centered" | "framed" | "poster";
        /**
         * @description Colour scheme. auto: a dark style gives a dark page, and a light style gives a page that follows the preference of the visitor; both: the page always follows it. One of auto, light, dark, both; spelling variants are accepted. An unknown value falls back to the closest match or to auto, with a warning.
         * @enum {string}
         */
        PageScheme: "auto" | "light" | "dark" | "both";
        /**
         * @description Fonts: embedded (only the characters that the page uses) or system fonts. One of embedded, system; spelling variants are accepted. An unknown value falls back to the closest match or to embedded, with a warning.
         * @enum {string}
         */
        FontSource: "embedded" | "system";
        /**
         * @description Whether the first screen is animated when it appears. The animation uses only CSS, and does not run for visitors who prefer reduced motion. One of none, entrance; spelling variants are accepted. An unknown value falls back to the closest match or to none, with a warning.
         * @enum {string}
         */
        PageMotion: "none" | "entrance";
        /**
         * @description Kind of the section, which determines how it is shown. auto: detected from the items or the text. One of auto, features, quote, prices, menu, questions, figures, logos, gallery, steps, team, text, hours, contact; spelling variants are accepted. An unknown value falls back to the closest match or to auto, with a warning.
         * @enum {string}
         */
        SectionType: "auto" | "features" | "quote" | "prices" | "menu" | "questions" | "figures" | "logos" | "gallery" | "steps" | "team" | "text" | "hours" | "contact";
        /**
         * @description png (screenshot) or mp4 (video). Default in requests: png.
         * @enum {string}
         */
        OutputFormat: "png" | "mp4";
        /**
         * @description Page-load condition that the script waits for.
         * @enum {string}
         */
        WaitCondition: "load" | "domcontentloaded" | "networkidle" | "commit";
        /** @description An environment variable, which the script reads when it starts, on your machine. Its value is neither sent to the service nor stored. */
        EnvironmentVariable: {
            /**
             * @description Name of the variable: letters, digits and _; the first character is not a digit.
             * @example LOGIN_PASSWORD
             */
            env: string;
        };
        /** @description Clicks an element. */
        ClickStep: {
            /**
             * @description The action.
             * @enum {string}
             */
            action: "click";
            /**
             * @description CSS selector; the first matching element is used.
             * @example button.menu
             */
            selector: string;
        };
        /** @description Types text into an element. */
        TypeStep: {
            /**
             * @description The action.
             * @enum {string}
             */
            action: "type";
            /**
             * @description CSS selector; the first matching element is used.
             * @example button.menu
             */
            selector: string;
            /**
             * @description Text to type, key by key (type) or as a whole (fill). It is stored. For a password, send {"env": "NAME"} instead: the script reads this environment variable on the machine where it runs.
             * @example hello
             * @example {
             *       "env": "LOGIN_PASSWORD"
             *     }
             */
            text: string | components["schemas"]["EnvironmentVariable"];
        };
        /** @description Replaces the text of an element at once. */
        FillStep: {
            /**
             * @description The action.
             * @enum {string}
             */
            action: "fill";
            /**
             * @description CSS selector; the first matching element is used.
             * @example button.menu
             */
            selector: string;
            /**
             * @description Text to type, key by key (type) or as a whole (fill). It is stored. For a password, send {"env": "NAME"} instead: the script reads this environment variable on the machine where it runs.
             * @example hello
             * @example {
             *       "env": "LOGIN_PASSWORD"
             *     }
             */
            text: string | components["schemas"]["EnvironmentVariable"];
        };
        /** @description Presses a key in an element, or in the focused element. */
        PressStep: {
            /**
             * @description The action.
             * @enum {string}
             */
            action: "press";
            /**
             * @description Key or combination of keys, with the names of KeyboardEvent.key.
             * @example Control+A
             */
            key: string;
            /**
             * @description CSS selector; the first matching element is used.
             * @example button.menu
             */
            selector?: string;
        };
        /** @description Moves the mouse over an element. */
        HoverStep: {
            /**
             * @description The action.
             * @enum {string}
             */
            action: "hover";
            /**
             * @description CSS selector; the first matching element is used.
             * @example button.menu
             */
            selector: string;
        };
        /** @description Waits. */
        WaitStep: {
            /**
             * @description The action.
             * @enum {string}
             */
            action: "wait";
            /**
             * @description Time to wait, 0s to 60s.
             * @example 1.5s
             */
            duration: string;
        };
        /** @description Scrolls until an element is at the top of the window. */
        ScrollStep: {
            /**
             * @description The action.
             * @enum {string}
             */
            action: "scroll_to";
            /**
             * @description CSS selector; the first matching element is used.
             * @example button.menu
             */
            selector: string;
        };
        /** @description Adds a style sheet. */
        StyleStep: {
            /**
             * @description The action.
             * @enum {string}
             */
            action: "css";
            /**
             * @description Style sheet for the page, its frames and shadow roots; @import has no effect.
             * @example header { display: none }
             */
            css: string;
        };
        /** @description Opens another page, for example after a login. */
        GotoStep: {
            /**
             * @description The action.
             * @enum {string}
             */
            action: "goto";
            /**
             * @description URL to open: http or https.
             * @example https://example.com/account
             */
            url: string;
        };
        /** @description One step that the script carries out on the page before the capture. */
        CaptureStep: components["schemas"]["ClickStep"] | components["schemas"]["TypeStep"] | components["schemas"]["FillStep"] | components["schemas"]["PressStep"] | components["schemas"]["HoverStep"] | components["schemas"]["WaitStep"] | components["schemas"]["ScrollStep"] | components["schemas"]["StyleStep"] | components["schemas"]["GotoStep"];
        /**
         * @description File type of a screenshot, which also determines its extension. Default in requests: png.
         * @enum {string}
         */
        ImageType: "png" | "jpeg" | "webp";
        /**
         * @description Camera motion of a video. scroll: from the top of the page to its bottom, with easing. story: pauses at each section for as long as it takes to read, at 3.5 words per second, and scrolls in between; in a shorter video the pauses are shortened in proportion, and the script prints the length that would be needed. Default in requests: none.
         * @enum {string}
         */
        Motion: "none" | "scroll" | "story";
        /** @description Value of prefers-reduced-motion: true or reduce, false or no-preference. Default in requests: that of the browser. */
        ReducedMotion: boolean | ("reduce" | "no-preference");
        /** @description Page-load condition to wait for before capturing. One of load, domcontentloaded, networkidle, commit; spelling variants are accepted. An unknown value falls back to the closest match or to load, with a warning. */
        WaitUntil: ("load" | "domcontentloaded" | "networkidle" | "commit") | string;
        /**
         * @description Listing to export as text.
         * @enum {string}
         */
        TextListing: "projects" | "analysis" | "api-spec";
        /**
         * @description Listing to export for printing.
         * @enum {string}
         */
        PrintListing: "projects" | "analysis";
        /**
         * @description Paper size. Default: a4.
         * @enum {string}
         */
        PaperSize: "a4" | "letter";
        /** @description One invalid field of a request. */
        FieldError: {
            /** @description JSON Pointer (RFC 6901) into the body, or /query/… or /path/…. */
            pointer: string;
            /**
             * @description Stable code of the error.
             * @enum {string}
             */
            code: "required" | "wrong_type" | "not_allowed" | "out_of_range" | "too_long" | "too_many" | "too_deep" | "malformed" | "forbidden_name" | "unknown_value" | "unknown_member" | "whole_response" | "text_value" | "not_applicable" | "repeated" | "empty_file" | "truncated";
            /** @description Advice: the value to send instead. */
            message: string;
            /** @description The allowed values. */
            allowed?: string[];
        };
        /**
         * @description RFC 9457 problem document.
         * @example {
         *       "type": "/problems/invalid_request",
         *       "title": "A parameter or property is invalid",
         *       "status": 400,
         *       "detail": "/target_url: Send target_url, which is required.",
         *       "instance": "/api/v1/capture-media",
         *       "success": false,
         *       "code": "invalid_request",
         *       "request_id": "5f0c9d1e-7b52-4a43-9f2c-0d1f6f3b8a10",
         *       "errors": [
         *         {
         *           "pointer": "/target_url",
         *           "code": "required",
         *           "message": "Send target_url, which is required."
         *         }
         *       ]
         *     }
         */
        Problem: {
            /** @description Path of the page about this problem. */
            type: string;
            /** @description Short summary of the problem; the same for every occurrence. */
            title: string;
            /**
             * Format: int32
             * @description HTTP status code.
             */
            status: number;
            /** @description The error in this request, and how to fix it. */
            detail: string;
            /** @description Path of the request. */
            instance: string;
            /**
             * @description Always false.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description Stable code of the problem.
             * @enum {string}
             */
            code: "invalid_json" | "invalid_form" | "invalid_request" | "malformed_request" | "unauthorized" | "forbidden" | "host_refused" | "cross_site_refused" | "not_found" | "record_not_found" | "method_not_allowed" | "request_timeout" | "upload_used" | "upload_expired" | "body_too_large" | "uri_too_long" | "unsupported_media_type" | "headers_too_large" | "source_invalid" | "source_refused" | "source_unreachable" | "source_http_error" | "source_timeout" | "source_too_large" | "source_too_many_pixels" | "picture_too_large" | "source_not_picture" | "source_unsupported" | "source_mismatch" | "page_not_opened" | "render_failed" | "rate_limited" | "internal_error" | "video_unavailable" | "render_unavailable" | "provider_unknown" | "provider_key_rejected" | "provider_no_credit" | "provider_quota_exceeded" | "provider_rate_limited" | "provider_failed" | "provider_model_unknown" | "provider_region_refused" | "provider_image_refused" | "provider_answer_truncated" | "provider_unavailable" | "provider_timeout" | "overloaded" | "storage_full";
            /** @description The x-request-id of this response. */
            request_id: string;
            /** @description The first 20 field errors of the request, and an entry that counts any others. */
            errors?: components["schemas"]["FieldError"][];
        };
        /** @description Width and height, px. */
        Size: {
            /**
             * Format: int32
             * @description Width.
             */
            width: number;
            /**
             * Format: int32
             * @description Height.
             */
            height: number;
        };
        /** @description A part of the image in its EXIF orientation, as fractions of its width and height. */
        Region: {
            /** @description Left edge. */
            x: number;
            /** @description Top edge. */
            y: number;
            /** @description Width; x + width is at most 1. */
            width: number;
            /** @description Height; y + height is at most 1. */
            height: number;
        };
        /** @description A rectangle, px from the top left corner. */
        Box: {
            /**
             * Format: int32
             * @description Left edge.
             */
            x: number;
            /**
             * Format: int32
             * @description Top edge.
             */
            y: number;
            /**
             * Format: int32
             * @description Width.
             */
            width: number;
            /**
             * Format: int32
             * @description Height.
             */
            height: number;
        };
        /** @description The colour in OKLCH (Ottosson 2020). */
        Oklch: {
            /** @description Lightness. */
            l: number;
            /** @description Chroma. */
            c: number;
            /** @description Hue in degrees; 0 for greys. */
            h: number;
        };
        /** @description A colour of the image. */
        PaletteColor: {
            /**
             * @description sRGB colour, #RRGGBB in upper case.
             * @example #6D28D9
             */
            hex: string;
            /** @description Share of the visible pixels that are closest to this colour; the shares add up to 1. */
            share: number;
            oklch: components["schemas"]["Oklch"];
            /**
             * @description Role of the colour in the image.
             * @enum {string}
             */
            role: "background" | "surface" | "text" | "primary" | "secondary" | "accent" | "support";
            /** @description Common name of the colour, such as “dark gray” or “vivid red”, unique within the palette: colours that would share a name are called dark and light (“light tan”) or are followed by their lightness (“gray 62 %”). Below an OKLCH chroma of 0.01 the name has no hue; it has “brilliant” from 0.13 and “vivid” from 0.17. */
            name: string;
            /** @description WCAG 2.2 contrast ratio to #FFFFFF. */
            contrast_white: number;
            /** @description WCAG 2.2 contrast ratio to #000000. */
            contrast_black: number;
        };
        /** @description Colours by purpose. The WCAG contrast of text on background and surface, and of on_x on x, is at least 4.5:1. */
        Roles: {
            /**
             * @description sRGB colour, #RRGGBB in upper case.
             * @example #6D28D9
             */
            background: string;
            /**
             * @description sRGB colour, #RRGGBB in upper case.
             * @example #6D28D9
             */
            surface: string;
            /**
             * @description sRGB colour, #RRGGBB in upper case.
             * @example #6D28D9
             */
            text: string;
            /**
             * @description sRGB colour, #RRGGBB in upper case.
             * @example #6D28D9
             */
            primary: string;
            /**
             * @description sRGB colour, #RRGGBB in upper case.
             * @example #6D28D9
             */
            on_primary: string;
            /**
             * @description sRGB colour, #RRGGBB in upper case.
             * @example #6D28D9
             */
            secondary: string;
            /**
             * @description sRGB colour, #RRGGBB in upper case.
             * @example #6D28D9
             */
            accent: string;
            /**
             * @description sRGB colour, #RRGGBB in upper case.
             * @example #6D28D9
             */
            on_accent: string;
        };
        /** @description Facts about the analysed file. */
        Media: {
            type: components["schemas"]["MediaType"];
            /**
             * @description Format, detected from the bytes.
             * @enum {string}
             */
            format: "jpeg" | "png" | "webp" | "avif" | "gif" | "tiff" | "svg" | "heic" | "jxl" | "bmp" | "ico" | "psd" | "mp4" | "mov" | "webm" | "mkv" | "avi" | "ts" | "flv" | "wmv";
            /**
             * Format: int32
             * @description Width after EXIF rotation, px.
             */
            width: number;
            /**
             * Format: int32
             * @description Height after EXIF rotation, px.
             */
            height: number;
            /**
             * Format: int64
             * @description File size, bytes.
             */
            bytes: number;
            /**
             * Format: int64
             * @description Number of frames. In an animation, the first frame that is not blank is analysed; in a video, frames at evenly spaced times.
             */
            frames: number;
            /** @description Whether the file has an alpha channel. */
            alpha: boolean;
            /**
             * Format: int32
             * @description EXIF orientation, already applied.
             */
            orientation: number;
            /** @description Colour space before the conversion to sRGB, for example `srgb`, `display-p3`, `bt2020-pq`, `cmyk` or the name of a colour profile. */
            color_space: string;
            /** @description SHA-256 of the file. */
            sha256: string;
        };
        /** @description How the image fits the target platform. */
        PlatformFit: {
            name: components["schemas"]["TargetPlatform"];
            canvas: components["schemas"]["Size"];
            /** @description Whether the aspect ratios of the image and the canvas differ by less than 1 %. */
            aspect_match: boolean;
            /** @description Whether the crop is at least as large as the canvas. */
            min_resolution_ok: boolean;
            crop: components["schemas"]["Box"];
            safe_area: components["schemas"]["Box"];
            /** @description Whether the focal point is inside the safe area when the crop fills the canvas. */
            focal_in_safe_area: boolean;
            /** @description Recommendations. */
            advice: string[];
        };
        /** @description The colour. */
        TokenValue: {
            /**
             * @description Always srgb.
             * @enum {string}
             */
            colorSpace: "srgb";
            /** @description Red, green and blue, 0 to 1. */
            components: number[];
            /** @description The same colour in hexadecimal. */
            hex: string;
        };
        /** @description A colour token; its $type is set on the group. */
        ColorToken: {
            $value: components["schemas"]["TokenValue"];
        };
        /** @description The colours. */
        ColorTokens: {
            /**
             * @description Type of all tokens of the group.
             * @enum {string}
             */
            $type: "color";
            background: components["schemas"]["ColorToken"];
            surface: components["schemas"]["ColorToken"];
            text: components["schemas"]["ColorToken"];
            primary: components["schemas"]["ColorToken"];
            on_primary: components["schemas"]["ColorToken"];
            secondary: components["schemas"]["ColorToken"];
            accent: components["schemas"]["ColorToken"];
            on_accent: components["schemas"]["ColorToken"];
            /** @description The palette colours in palette order, keyed by position, starting at 1. */
            palette: {
                [key: string]: components["schemas"]["ColorToken"];
            };
        };
        /** @description Colour roles and palette as a design tokens file (Design Tokens Community Group, Format and Color modules 2025.10). */
        Tokens: {
            color: components["schemas"]["ColorTokens"];
        };
        /** @description A scene. */
        Scene: {
            /** @description Start. Seconds. */
            start: number;
            /** @description End. Seconds. */
            end: number;
        };
        /** @description Facts about a video. */
        Video: {
            /** @description Duration as declared in the file or, if it declares none, the end of the last frame; 0 for an image. Seconds. */
            duration: number;
            /** @description Frames per second, on average; 0 if the file does not say. */
            fps: number;
            /**
             * Format: int32
             * @description Width as displayed (after the rotation in the file), px.
             */
            width: number;
            /**
             * Format: int32
             * @description Height as displayed (after the rotation in the file), px.
             */
            height: number;
            /** @description Video codec, as ffmpeg names it. */
            codec: string;
            /**
             * Format: int32
             * @description Number of analysed frames: 1 at depth low, 12 at medium and 24 at high, or as many as the video has and can be decoded in time. If there were fewer, `analysis.warnings` says so.
             */
            frames: number;
            /** @description Scenes, detected by differences between frames, mostly keyframes. Present only if analysis_depth is high. */
            scenes?: components["schemas"]["Scene"][];
        };
        /**
         * Face
         * @description Position of a face, from the forehead to the chin, as fractions of the rotated image. It locates people but does not identify them.
         */
        Face: {
            /** @description Left edge. */
            x: number;
            /** @description Top edge. */
            y: number;
            /** @description Width; x + width is at most 1. */
            width: number;
            /** @description Height; y + height is at most 1. */
            height: number;
            /** @description Confidence of the detector, 0 to 1. */
            score: number;
        };
        /** @description The picture in its EXIF orientation, at most 1,600 px wide and high, or a frame of the video; build-sparkpage shows it on the page. */
        PicturePreview: {
            /** @description Data URI of a WebP picture of at most 200,000 bytes, in sRGB and without metadata. */
            src: string;
            /**
             * Format: int32
             * @description Width.
             */
            width: number;
            /**
             * Format: int32
             * @description Height.
             */
            height: number;
        };
        /** @description The bottom of the image: how much room it has for text, and the mean colour of the bottom edge. */
        QuietSide: {
            /** @description Height of the uniform (low-detail) area at the bottom edge, as a fraction of the image. */
            extent: number;
            /**
             * @description sRGB colour, #RRGGBB in upper case.
             * @example #6D28D9
             */
            color: string;
        };
        /** @description Room for text at each edge, counted in rows or columns of a grid of cells. In each of them at least 75 % of the cells, and from the edge up to it at least 92 % of all cells, are uniform: outside salient objects and heads, with a luma (0–255) whose standard deviation is below 9. Absent if analysis_depth is low. */
        Quiet: {
            left: components["schemas"]["QuietSide"];
            right: components["schemas"]["QuietSide"];
            top: components["schemas"]["QuietSide"];
            bottom: components["schemas"]["QuietSide"];
        };
        /** @description Colourfulness. */
        Colorfulness: {
            /** @description Metric M3 of Hasler and Süsstrunk (2003). */
            value: number;
            /**
             * @description Category of the value according to Hasler and Süsstrunk (2003).
             * @enum {string}
             */
            label: "none" | "slight" | "moderate" | "average" | "quite" | "high" | "extreme";
        };
        /** @description Perceived colour temperature. */
        Temperature: {
            /** @description Warm–cool factor of Ou et al. (2004): −0.5 + 0.02 C*^1.07 cos(h − 50°) in CIELAB, averaged over the area of the image. Positive values are warm. */
            value: number;
            /**
             * @description Category of the value: warm above 0.2, cool below −0.7, neutral in between. Pure greys have the value −0.5.
             * @enum {string}
             */
            label: "cool" | "neutral" | "warm";
        };
        /** @description The vision-model provider. Present only if the request has an api_key of a known provider. */
        ProviderCall: {
            name: components["schemas"]["VisionProvider"];
            /** @description Model. */
            model: string;
            /**
             * @description Outcome of the call. Unless it is `answered`, the texts are derived from the measurements, as colours always are.
             * @enum {string}
             */
            outcome: "answered" | "key_rejected" | "no_credit" | "quota_exceeded" | "rate_limited" | "model_unknown" | "region_refused" | "image_refused" | "refused" | "truncated" | "unusable" | "unavailable" | "timeout";
            /**
             * Format: int32
             * @description Seconds to wait before the next call, as the provider requested.
             */
            retry_after?: number;
        };
        /** @description How the style was determined. */
        Provenance: {
            /** @description Id of the analysis record, derived from the file, the options, the version of the analyser and the vision model, but never from a key. */
            id: string;
            /**
             * Format: uri-reference
             * @description Absolute URL of the analysis record. In responses to GET /api/v1/analyze-vibe it is relative unless PUBLIC_URL is set.
             */
            url: string;
            /**
             * @description builtin: the texts are derived from the measurements. The name of a provider: its model wrote the texts in the response to the request with the key; the texts of the stored analysis are derived from the measurements. Everything else is always measured.
             * @enum {string}
             */
            engine: "builtin" | "openai" | "anthropic" | "gemini" | "openrouter";
            provider?: components["schemas"]["ProviderCall"];
            depth: components["schemas"]["AnalysisDepth"];
            /**
             * Format: int32
             * @description The `palette_size` given in the request; absent if it was 16 or not given.
             * @example 16
             */
            palette_size?: number;
            region?: components["schemas"]["Region"];
            sampled: components["schemas"]["Size"];
            /** @description Version of the analyser. */
            version: string;
            /** @description Limitations of this result. */
            warnings: string[];
        };
        /** @description Colour harmony (Cohen-Or et al. 2006). Absent if analysis_depth is low. */
        Harmony: {
            /** @description Harmony template (a set of hue ranges): the narrowest one whose ranges are within 2° of the hues on average, otherwise the closest one. i: one hue; I: opposite hues; V: neighbouring hues; L: neighbouring hues and one at 90°; Y: neighbouring hues and their opposite; T: half of the colour wheel; X: two opposite groups; N: greys. */
            template: string;
            /** @description Name of the template. */
            name: string;
            /**
             * Format: int32
             * @description Rotation of the harmony template: the hue at the centre of its first range, in HSV degrees, a multiple of 3.
             */
            angle: number;
            /** @description Share of the colours, by area and chroma, within the hue ranges of the template. */
            fit: number;
        };
        /** @description Perceived mood, on the axes of Ou et al. (2004). Absent if analysis_depth is low. */
        Mood: {
            /** @description Visual activity: −2.1 + 0.06 √((L* − 50)² + (a* − 3)² + ((b* − 17) / 1.4)²) in CIELAB, averaged over the area of the image. Positive values are active. */
            activity: number;
            /** @description Visual weight: −1.8 + 0.04 (100 − L*) + 0.45 cos(h − 100°) in CIELAB, averaged over the area of the image. Positive values are heavy. */
            weight: number;
            /** @description The same value as temperature.value. */
            heat: number;
            /** @description Mood words, most probable first, predicted from weight, heat, colourfulness, contrast, brightness, edge density and negative space. A word is given only if the evidence is clear: its strongest indicator must be in the lowest or the highest quarter of the values that photographs have. */
            words: string[];
        };
        /** @description Suggested typography. Absent if analysis_depth is low. */
        Typography: {
            category: components["schemas"]["TypefaceCategory"];
        };
        /** @description Visual complexity. Absent if analysis_depth is low. */
        Complexity: {
            /** @description Shannon entropy of the luma, quantised to 256 levels, in bits (0 to 8). */
            entropy: number;
            /** @description Share of the sampled pixels whose luma (BT.709) differs by at least 24 of 255 from the next pixel to the right or below. */
            edge_density: number;
            label: components["schemas"]["DetailLevel"];
        };
        /** @description Composition. Absent if analysis_depth is low. */
        Composition: {
            /** @description Rule of thirds (Liu et al. 2010): exp(−D² / (2 · 0.17²)), where D is the Manhattan distance from the focal point to the closest intersection of the lines that divide the image into thirds. */
            thirds: number;
            /** @description Share of the image that is outside salient objects and uniform: cells of a grid in which the standard deviation of the luma (0–255) is below 6. */
            negative_space: number;
            clear_side: components["schemas"]["ClearSide"];
            quiet?: components["schemas"]["Quiet"];
            subject?: components["schemas"]["Region"];
            /** @description Where the image is sharp: a 16 × 16 grid, row by row from the upper left. Each value is the share of pixels whose luma (0–255) differs from the mean of their four neighbours by at least 6, relative to the highest such share in the grid. */
            detail?: number[];
        };
        /** @description Point of the picture that stays visible when the picture is cropped. Default: the centre. */
        Point: {
            /** @description From the left. */
            x: number;
            /** @description From the top. */
            y: number;
        };
        /** @description Style of an image or video. The same input always gives exactly the same bytes. */
        StyleMetadata: {
            /** @description The main colours, most important first; any two differ by a ΔE00 (CIEDE2000) of at least 5. */
            colors: string[];
            /** @description The colours of `colors`, followed by more in order of selection, until they cover the image or there are palette_size colours. */
            palette: components["schemas"]["PaletteColor"][];
            roles: components["schemas"]["Roles"];
            /**
             * @description sRGB colour, #RRGGBB in upper case.
             * @example #6D28D9
             */
            average: string;
            /** @description Mean OKLab lightness. */
            brightness: number;
            /** @description RMS contrast: standard deviation of the relative luminance (Peli 1990). */
            contrast: number;
            colorfulness: components["schemas"]["Colorfulness"];
            temperature: components["schemas"]["Temperature"];
            media: components["schemas"]["Media"];
            platform: components["schemas"]["PlatformFit"];
            analysis: components["schemas"]["Provenance"];
            tokens?: components["schemas"]["Tokens"];
            /** @description Mean OKLCH chroma divided by 0.4. Absent if analysis_depth is low. */
            saturation?: number;
            harmony?: components["schemas"]["Harmony"];
            scheme?: components["schemas"]["ColorScheme"];
            mood?: components["schemas"]["Mood"];
            typography?: components["schemas"]["Typography"];
            corners?: components["schemas"]["CornerStyle"];
            density?: components["schemas"]["Density"];
            complexity?: components["schemas"]["Complexity"];
            /** @description 1 minus the blur metric of Crété-Roffet et al. (2007), computed over luma steps of at least 4 of 255 on every second line and scaled so that edges one sampled pixel wide give 1; 0 without edges. Absent if analysis_depth is low. */
            sharpness?: number;
            composition?: components["schemas"]["Composition"];
            focal_point?: components["schemas"]["Point"];
            /** @description Faces of people, largest first, found by YuNet (Wu et al. 2023): at least 12 % of the shorter side of the image if analysis_depth is medium, 8 % if it is high. In a video, measured in the middle frame. They determine the focal point, the subject of the composition, and the crops. Absent if analysis_depth is low. */
            faces?: components["schemas"]["Face"][];
            /** @description Share of the image that is transparent. Absent if analysis_depth is low. */
            transparency?: number;
            /** @description Placeholder to show while the image loads: a BlurHash (Ågren 2018, blurha.sh) with 4 × 3 components, 3 × 4 for portrait images. Absent if analysis_depth is low. */
            placeholder?: string;
            /** @description One-sentence summary of the style. Absent if analysis_depth is low. */
            summary?: string;
            /** @description Search keywords: mood, colours, light, detail. Absent if analysis_depth is low. */
            keywords?: string[];
            video?: components["schemas"]["Video"];
            preview?: components["schemas"]["PicturePreview"];
        };
        /** @description An image or video, and how to analyse it. */
        AnalysisRequest: {
            /**
             * Format: iri
             * @description URL of an image or a video (http or https), or a data URI (data:image/…;base64,…, data:video/…;base64,… or data:image/svg+xml,…).
             */
            source_url: string;
            media_type?: components["schemas"]["MediaType"];
            analysis_depth?: components["schemas"]["AnalysisDepth"];
            target_platform?: components["schemas"]["TargetPlatform"];
            /**
             * Format: int32
             * @description Maximum number of colours in the palette. Default: 16; fewer are returned if fewer cover the image. A smaller number returns the most important colours; 1 returns the dominant colour.
             * @example 16
             */
            palette_size?: number;
            region?: components["schemas"]["Region"];
            /** @description Whether style_metadata.preview contains the image itself, so that build-sparkpage can show it. The image is stored as a separate record. Default: false. */
            preview?: boolean;
            /** @description Key of a vision-model provider. The provider then writes the summary, keywords, mood words and typography; colours are always measured from the image. The key is never stored or logged. If the provider fails, the measured style is returned with a warning; with `Prefer: handling=strict` the failure is returned as an error. */
            api_key?: string;
        };
        /** @description An image or video as a file, and how to analyse it. */
        AnalysisForm: {
            /**
             * Format: binary
             * @description The bytes of an image or a video.
             */
            file: string;
            media_type?: components["schemas"]["MediaType"];
            analysis_depth?: components["schemas"]["AnalysisDepth"];
            target_platform?: components["schemas"]["TargetPlatform"];
            /**
             * Format: int32
             * @description Maximum number of colours in the palette. Default: 16; fewer are returned if fewer cover the image. A smaller number returns the most important colours; 1 returns the dominant colour.
             * @example 16
             */
            palette_size?: number;
            /** @description Whether style_metadata.preview contains the image itself, so that build-sparkpage can show it. The image is stored as a separate record. Default: false. */
            preview?: boolean;
            /**
             * @description The part of the image to analyse, relative to the image after EXIF rotation: x,y,width,height as fractions from 0 to 1.
             * @example 0,0,1,1
             */
            region?: string;
            /** @description Key of a vision-model provider. The provider then writes the summary, keywords, mood words and typography; colours are always measured from the image. The key is never stored or logged. If the provider fails, the measured style is returned with a warning; with `Prefer: handling=strict` the failure is returned as an error. */
            api_key?: string;
        };
        /** @description The style of an image or video. */
        AnalysisResponse: {
            /** @description Always true in a 200 response. */
            success: boolean;
            style_metadata: components["schemas"]["StyleMetadata"];
            /**
             * Format: date-time
             * @description Time of the response, ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
        };
        /** @description An object as the analysis returns it. */
        HarmonyChoice: {
            /** @description A word. */
            name: string;
        };
        /** @description Colour harmony: keywords, or an object with name. On the page, neighbouring hues are blended and other hues alternate. */
        HarmonyHint: string | components["schemas"]["HarmonyChoice"];
        /** @description An object as the analysis returns it. */
        MoodChoice: {
            /** @description Words. */
            words: string[];
        };
        /** @description Mood: a word, or an object with words. */
        MoodHint: string | components["schemas"]["MoodChoice"];
        /** @description A stored analysis. */
        StoredAnalysis: {
            /** @description Id of the analysis. */
            id: string;
        };
        /** @description A colour and its share. */
        ColorShare: {
            /**
             * @description sRGB colour, #RGB, #RRGGBB or #RRGGBBAA in either case.
             * @example #6d28d9
             */
            hex: string;
            /** @description Share of the picture. */
            share?: number;
        };
        /** @description Detail of a picture. */
        MeasuredDetail: {
            /** @description Entropy of the luma, bits. */
            entropy: number;
        };
        /** @description Colours of a picture by purpose. */
        PictureRoles: {
            /**
             * @description sRGB colour, #RGB, #RRGGBB or #RRGGBBAA in either case.
             * @example #6d28d9
             */
            background: string;
        };
        /** @description Where a picture has room for text, and where its subject is. */
        MeasuredSpace: {
            quiet?: components["schemas"]["Quiet"];
            subject?: components["schemas"]["Region"];
            /** @description Where the image is sharp: a 16 × 16 grid, row by row from the upper left. Each value is the share of pixels whose luma (0–255) differs from the mean of their four neighbours by at least 6, relative to the highest such share in the grid. */
            detail?: number[];
        };
        /** @description Size of a picture, px. */
        PictureSize: {
            /**
             * Format: int32
             * @description Width.
             */
            width: number;
            /**
             * Format: int32
             * @description Height.
             */
            height: number;
        };
        /** @description Style object as returned by the analysis, nested at most 32 levels deep, or a stored analysis alone: {"analysis": {"id": "ana_…"}}. Other properties are ignored. */
        StyleInput: {
            /** @description Colours of the style, most important first; required without `analysis`. Empty: the default accent, with a warning. */
            colors?: string[];
            analysis?: components["schemas"]["StoredAnalysis"];
            /** @description Colours with shares, as returned by the analysis. */
            palette?: components["schemas"]["ColorShare"][];
            mood?: components["schemas"]["MoodHint"];
            scheme?: components["schemas"]["ColorScheme"];
            complexity?: components["schemas"]["MeasuredDetail"];
            harmony?: components["schemas"]["HarmonyHint"];
            roles?: components["schemas"]["PictureRoles"];
            /** @description BlurHash of the picture: a compact encoding of where its colours are. A page without a picture uses it for its background. */
            placeholder?: string;
            focal_point?: components["schemas"]["Point"];
            composition?: components["schemas"]["MeasuredSpace"];
            /** @description Faces of people, as returned by the analysis. Crops of the picture are chosen so that they cut no face. */
            faces?: components["schemas"]["Region"][];
            media?: components["schemas"]["PictureSize"];
            /** @description Share of the picture that is transparent. */
            transparency?: number;
            preview?: components["schemas"]["PicturePreview"];
        };
        /** @description A picture of the page. */
        PageImage: {
            /**
             * Format: image-source
             * @description https URL of a picture (the page links to it, and the service never fetches it), or a data URI of any still image that analyze-vibe reads. A picture in a data URI is shown as WebP in sRGB without metadata, at most 2,560 px wide and high; a file of up to 400 KB that browsers can show and that contains only pixels in sRGB is not changed. Drawings are converted to pixels, and animations to their first frame. All pictures of a page together take at most 3 MB.
             * @example https://example.com/beach.jpg
             */
            src: string;
            /**
             * @description Description of the picture, for people who cannot see it; empty for a decoration. At most 5,000 code points.
             * @example A beach at sunrise
             */
            alt: string;
            focus?: components["schemas"]["Point"];
        };
        /**
         * @description Type of a field. A field with options is a select; one without options becomes a text field. One of text, email, tel, textarea, select, date; spelling variants are accepted. An unknown value falls back to the closest match or to text, with a warning.
         * @enum {string}
         */
        FormFieldType: "text" | "email" | "tel" | "textarea" | "select" | "date";
        /** @description A field of the form. */
        FormField: {
            /**
             * @description Label of the field, always shown. At most 200 code points.
             * @example Your e-mail address
             */
            label: string;
            type?: components["schemas"]["FormFieldType"];
            /**
             * @description Name of the value in the submitted form; _gotcha is reserved for the field that catches spam. Default: email for the first field of this type, otherwise the label.
             * @example email
             */
            name?: string;
            /**
             * @description Whether the field must be filled in. Default: false.
             * @example true
             */
            required?: boolean;
            /**
             * @description An example, shown while the field is empty. At most 200 code points.
             * @example ida@example.com
             */
            placeholder?: string;
            /** @description Choices of a select. */
            options?: string[];
        };
        /** @description A form, shown in the first section of type `contact`, otherwise in its own section at the end. Its anchor on the page is #form. A hidden field (_gotcha) catches bots that fill in every field. */
        PageForm: {
            /**
             * @description https URL to which the form is submitted, without user name or password. Browsers send the fields there as application/x-www-form-urlencoded; this service never receives or stores them.
             * @example https://formspree.io/f/abcdwxyz
             */
            action: string;
            /** @description Fields in display order, at most 12. */
            fields: components["schemas"]["FormField"][];
            /**
             * @description Text of the button. Default: "Send", in the language of the page. At most 200 code points.
             * @example Ask for a table
             */
            button?: string;
            /**
             * @description Heading of the form. At most 200 code points.
             * @example Reserve a table
             */
            heading?: string;
            /**
             * @description Text above the fields. At most 5,000 code points.
             * @example We answer within a day.
             */
            text?: string;
        };
        /** @description A second action next to the button. */
        SecondaryCta: {
            /**
             * @description Label of the link. At most 5,000 code points.
             * @example How it works
             */
            text: string;
            /**
             * @description Its target: http, https, mailto, tel or #fragment.
             * @example https://example.com/start
             */
            url: string;
        };
        /** @description The brand at the top of the page, next to links to the sections. */
        Brand: {
            /**
             * @description Name of the brand. At most 5,000 code points.
             * @example Sea Hotel
             */
            name: string;
            /**
             * @description Its target: http, https, mailto, tel or #fragment.
             * @example https://example.com/start
             */
            url?: string;
            logo?: components["schemas"]["PageImage"];
        };
        /** @description A part of a section; absent properties are not shown. Other common names of properties, such as `question` and `answer`, are accepted with a warning. */
        SectionItem: {
            /**
             * @description By the kind of the section: the name of a feature, tier, dish or person, a question, days of the week, or the label of a number. At most 200 code points.
             * @example Double room
             */
            title?: string;
            /**
             * @description Text of the item; an empty line begins a new paragraph. At most 5,000 code points.
             * @example With a view of the sea.
             */
            text?: string;
            /**
             * @description Price with its currency, exactly as shown on the page. At most 200 code points.
             * @example €120
             */
            price?: string;
            /**
             * @description Unit of the price. At most 200 code points.
             * @example per night
             */
            period?: string;
            /**
             * @description Number with its unit, a year, or opening times, exactly as shown on the page. At most 200 code points.
             * @example 98 %
             */
            value?: string;
            /**
             * @description Author of the text. At most 200 code points.
             * @example Ida Holm
             */
            cite?: string;
            /**
             * @description Role of the author or team member. At most 200 code points.
             * @example Guest from Aarhus
             */
            role?: string;
            image?: components["schemas"]["PageImage"];
            /**
             * @description Link of the item: http, https, mailto, tel or #fragment.
             * @example https://example.com/start
             */
            url?: string;
            /**
             * @description Text of the link. If it is absent, the title, the picture or another text of the item becomes the link. In a tier without `url`, it has the same target as the button of the page. At most 200 code points.
             * @example Book a room
             */
            cta_text?: string;
            /**
             * @description Whether to highlight the item, for example as the recommended tier.
             * @example true
             */
            highlighted?: boolean;
        };
        /** @description A section. */
        PageSection: {
            type?: components["schemas"]["SectionType"];
            /**
             * @description Heading of the section. At most 5,000 code points.
             * @example Suites
             */
            heading?: string;
            /**
             * @description Text of the section; an empty line begins a new paragraph. Required without `items`. At most 5,000 code points.
             * @example Twelve suites, all with a balcony.
             */
            text?: string;
            /** @description Features, quotes, tiers, dishes, questions, figures, logos, pictures, steps, people, hours or contacts. */
            items?: components["schemas"]["SectionItem"][];
            image?: components["schemas"]["PageImage"];
        };
        /** @description A link in the footer. */
        FooterLink: {
            /**
             * @description Text of the link. At most 200 code points.
             * @example Imprint
             */
            text: string;
            /**
             * @description Its target: http, https, mailto, tel or #fragment.
             * @example https://example.com/start
             */
            url: string;
        };
        /** @description A column of the footer. */
        FooterColumn: {
            /**
             * @description Heading of the column. At most 200 code points.
             * @example Hotel
             */
            heading?: string;
            /** @description Links, one below the other. */
            links: components["schemas"]["FooterLink"][];
        };
        /** @description The texts of the page. An empty text is omitted, with a warning; absent texts are not invented. Texts under other names are accepted with a warning: `question` is the title of an item, a text under an unknown name becomes part of the text of the item, and a list or an object under an unknown name becomes a section. */
        PageContent: {
            /**
             * @description The h1 of the page. At most 5,000 code points.
             * @example Ship your story
             */
            headline: string;
            /**
             * @description Text below the headline. At most 5,000 code points.
             * @example From one picture to a page people remember.
             */
            sub_headline: string;
            /**
             * @description Label of the call-to-action button. At most 5,000 code points.
             * @example Start free
             */
            cta_button_text: string;
            /**
             * @description Language of the texts, as a BCP 47 tag. Default: detected from the texts.
             * @example de
             */
            language?: string;
            /**
             * @description Link of the button. Default: the form, otherwise the first section, if any. http, https, mailto, tel or #fragment.
             * @example https://example.com/start
             */
            cta_url?: string;
            secondary_cta?: components["schemas"]["SecondaryCta"];
            brand?: components["schemas"]["Brand"];
            image?: components["schemas"]["PageImage"];
            /**
             * @description Whether the header links to the sections. Default: true.
             * @example false
             */
            nav?: boolean;
            /** @description Sections below the first screen; the headings have the ids section-1, section-2 and so on. Without `type` or `items`, the kind is detected from the text if it is certain: quotations; questions with answers; a name and a price on every line or in every paragraph, which are tiers if the prices have a period, otherwise a menu; days with times; lines that begin with an ordinal, a year or a time of day; numbers with labels; an e-mail address or telephone number on a line of its own; short texts followed by longer ones. If there are at least three sections, a button with a link of its own is repeated at the end. */
            sections?: components["schemas"]["PageSection"][];
            form?: components["schemas"]["PageForm"];
            /** @description Columns of links above the text of the footer. */
            footer_columns?: components["schemas"]["FooterColumn"][];
            /**
             * @description The last text of the page. At most 5,000 code points.
             * @example © Sea Hotel
             */
            footer?: string;
        };
        /** @description Build options. */
        ExportSettings: {
            responsive_type?: components["schemas"]["ResponsiveType"];
            framework?: components["schemas"]["Framework"];
            framework_css?: components["schemas"]["FrameworkCss"];
            direction?: components["schemas"]["Direction"];
            layout?: components["schemas"]["Layout"];
            scheme?: components["schemas"]["PageScheme"];
            fonts?: components["schemas"]["FontSource"];
            motion?: components["schemas"]["PageMotion"];
        };
        /** @description A style and the texts for a page. */
        SparkpageRequest: {
            /**
             * @description Identifier of the project: 1 to 128 letters, digits, dots, underscores or hyphens. Default: derived from the request.
             * @example spring-launch
             */
            project_id?: string;
            style_metadata: components["schemas"]["StyleInput"];
            content: components["schemas"]["PageContent"];
            export_settings?: components["schemas"]["ExportSettings"];
        };
        /** @description A style and the texts of a page as JSON, and the pictures of the page as files. */
        SparkpageForm: {
            style_metadata: components["schemas"]["StyleInput"];
            content: components["schemas"]["PageContent"];
            export_settings?: components["schemas"]["ExportSettings"];
            /**
             * @description Identifier of the project: 1 to 128 letters, digits, dots, underscores or hyphens. Default: derived from the request.
             * @example spring-launch
             */
            project_id?: string;
            /**
             * Format: binary
             * @description The bytes of the picture of the page. Send other pictures in parts named after their position in the content: brand.logo, sections.0.image, sections.0.items.0.image. Properties of a picture in the content, such as its alt, still apply.
             */
            image?: string;
        };
        /**
         * @description The custom properties of the page, as defined on :root.
         * @example {
         *       "--sp-accent": "#6D28D9",
         *       "--sp-on-accent": "#FFFFFF"
         *     }
         */
        CssVariables: {
            [key: string]: string;
        };
        /** @description The record of the page. */
        PageRecord: {
            /** @description Id of the page record. */
            id: string;
            /**
             * Format: uri
             * @description Absolute URL of the page, which can be opened, shared and captured.
             */
            url: string;
            /**
             * @description The project of the page.
             * @example spring-launch
             */
            project_id: string;
        };
        /** @description A page, its CSS variables and its URL. */
        SparkpageResponse: {
            /** @description Always true in a 200 response. */
            success: boolean;
            /** @description The page: one self-contained HTML document. */
            generated_html: string;
            css_variables: components["schemas"]["CssVariables"];
            page: components["schemas"]["PageRecord"];
        };
        /** @description A stored page. Sending `request` to build-sparkpage builds the page again; this version of the service gives it the same id and the same bytes. The pictures in `request` are data URIs of the pictures as the page shows them, not as they were sent. */
        StoredPageResponse: {
            /** @description Always true in a 200 response. */
            success: boolean;
            /** @description The page: one self-contained HTML document. */
            generated_html: string;
            css_variables: components["schemas"]["CssVariables"];
            page: components["schemas"]["PageRecord"];
            request: components["schemas"]["SparkpageRequest"];
        };
        /** @description Size of the viewport. Each omitted property has its own default. */
        Viewport: {
            /**
             * Format: int32
             * @description CSS px. Default: 1920.
             */
            width?: number;
            /**
             * Format: int32
             * @description CSS px. Default: 1080.
             */
            height?: number;
            /** @description Device px per CSS px. Default: 2; 1 when width > 1920 or height > 2160. */
            deviceScaleFactor?: number;
        };
        /** @description A page, and how to capture it. */
        CaptureRequest: {
            /**
             * @description Page to capture: http or https, without user:password. The service never opens it, so localhost and private networks are allowed.
             * @example https://example.com/
             */
            target_url: string;
            viewport?: components["schemas"]["Viewport"];
            output_format?: components["schemas"]["OutputFormat"];
            /**
             * @description Length of the video in seconds, such as 10s (0.1s to 600s). Default: 10s. Ignored for screenshots.
             * @example 10s
             */
            record_duration?: string;
            wait_until?: components["schemas"]["WaitUntil"];
            /** @description Screenshots: the whole page, including lazily loaded content, with fixed headers shown once; cut at a height of 65,535 device px. Default: false. */
            full_page?: boolean;
            /**
             * @description Screenshots: only the first matching element.
             * @example main article
             */
            selector?: string;
            color_scheme?: components["schemas"]["ColorScheme"];
            reduced_motion?: components["schemas"]["ReducedMotion"];
            /** @description Elements to hide; the space they occupy stays empty. */
            hide_selectors?: string[];
            /** @description Hides banners that ask for consent; consent is neither given nor refused. Default: false. */
            hide_cookie_banners?: boolean;
            /** @description Hides unsolicited overlays: newsletter dialogs, chat buttons, prompts for apps and notifications, and consent banners. Dialogs that steps open remain visible. Default: false. */
            hide_overlays?: boolean;
            /**
             * @description Waits until a matching element is visible.
             * @example #chart svg
             */
            wait_for_selector?: string;
            /**
             * @description Additional wait before the capture: 0s to 60s. Default: 0s.
             * @example 2s
             */
            delay?: string;
            /**
             * @description File with the cookies and local storage of a session, as written by storageState() of Playwright. The script reads it on your machine.
             * @example state.json
             */
            storage_state?: string;
            platform?: components["schemas"]["CapturePlatform"];
            motion?: components["schemas"]["Motion"];
            /** @description Steps to carry out on the page, in this order, after it has loaded and before wait_for_selector and delay. Each step waits up to 10 s for its element. For a password, set the text of a type step to {"env": "NAME"}: the script then reads the environment variable NAME on the machine where it runs. */
            steps?: components["schemas"]["CaptureStep"][];
            /**
             * @description Language and region of the browser, as a BCP 47 tag; used for Accept-Language, dates and numbers.
             * @example de-DE
             */
            locale?: string;
            /**
             * @description Time zone of the browser, as an IANA time zone name.
             * @example Europe/Berlin
             */
            timezone?: string;
            /**
             * Format: int32
             * @description With full_page: maximum height, measured from the top of the page, CSS px. Default: the whole height.
             */
            max_height?: number;
            /**
             * @description HTTP status codes from 400 to 499 for which the page is captured anyway; any other status of 400 or above is an error.
             * @example [
             *       404
             *     ]
             */
            accept_status?: number[];
            /** @description Opens the page even if its certificate is invalid, for example self-signed. Default: false. */
            ignore_https_errors?: boolean;
            /** @description If true, the script writes no file and exits with code 4 if the page looks like a sign-in page or a bot challenge, or has only one colour. If false, it prints a warning instead and sets looks_like in its JSON output. Default: false. */
            strict?: boolean;
            image_type?: components["schemas"]["ImageType"];
            /**
             * Format: int32
             * @description jpeg and webp: 0 (smallest file) to 100 (a lossless file with webp). Default: 80.
             */
            quality?: number;
            /** @description png and webp: makes the image transparent where the page sets no background. Default: false. */
            omit_background?: boolean;
            /**
             * Format: int32
             * @description Video: frames per second. Default: 60.
             * @enum {integer}
             */
            fps?: 24 | 25 | 30 | 50 | 60;
        };
        /** @description Viewport, CSS px. */
        UsedViewport: {
            /**
             * Format: int32
             * @description Width.
             */
            width: number;
            /**
             * Format: int32
             * @description Height.
             */
            height: number;
            /** @description Device px per CSS px. */
            deviceScaleFactor: number;
        };
        /** @description Time limits of the script. */
        Timeouts: {
            /**
             * Format: int32
             * @description Timeout of the browser launch. Milliseconds.
             */
            launch_ms: number;
            /**
             * Format: int32
             * @description Timeout of the navigation, up to wait_until. Milliseconds.
             */
            navigation_ms: number;
            /**
             * Format: int32
             * @description Longest wait for networkidle; the script then continues. Milliseconds.
             */
            idle_ms: number;
            /**
             * Format: int32
             * @description Longest wait for each of the following: unanswered requests, images and fonts, a page that keeps changing, and the element of a step. Milliseconds.
             */
            settle_ms: number;
            /**
             * Format: int32
             * @description Timeout of the whole run: ten minutes, plus five seconds for each frame of a video. Milliseconds.
             */
            run_ms: number;
        };
        /** @description How the video is encoded. Only for videos. */
        VideoSettings: {
            /**
             * Format: int32
             * @description Frames per second.
             */
            fps: number;
            /**
             * Format: int32
             * @description Number of frames.
             */
            frame_count: number;
            /** @description Codec of the video. */
            codec: string;
            /** @description ffmpeg pixel format. */
            pixel_format: string;
            /**
             * Format: int32
             * @description Constant rate factor: a lower value means higher quality and a larger file.
             */
            crf: number;
            /** @description Encoder preset. */
            preset: string;
            /**
             * Format: int32
             * @description Maximum bit rate of the video, bits per second. Present only if the platform has a limit.
             */
            max_bit_rate?: number;
        };
        /** @description The script and its requirements. */
        ScriptInfo: {
            /** @description File name to save the script as. */
            file_name: string;
            /** @description Programming language. */
            language: string;
            /** @description Supported Node.js versions. */
            node: string;
            /** @description Packages and programs that must be installed in addition to Node.js. */
            requires: string[];
            /** @description SHA-256 of the script without its CONFIG. */
            sha256: string;
            /** @description Script version. */
            version: string;
        };
        /** @description The options that the request sets and that apply to it. */
        CaptureOptions: {
            /** @description Screenshots: the whole page, including lazily loaded content, with fixed headers shown once; cut at a height of 65,535 device px. Default: false. */
            full_page?: boolean;
            /**
             * @description Screenshots: only the first matching element.
             * @example main article
             */
            selector?: string;
            color_scheme?: components["schemas"]["ColorScheme"];
            reduced_motion?: components["schemas"]["ReducedMotion"];
            /** @description Elements to hide; the space they occupy stays empty. */
            hide_selectors?: string[];
            /** @description Hides banners that ask for consent; consent is neither given nor refused. Default: false. */
            hide_cookie_banners?: boolean;
            /** @description Hides unsolicited overlays: newsletter dialogs, chat buttons, prompts for apps and notifications, and consent banners. Dialogs that steps open remain visible. Default: false. */
            hide_overlays?: boolean;
            /**
             * @description Waits until a matching element is visible.
             * @example #chart svg
             */
            wait_for_selector?: string;
            /**
             * @description Additional wait before the capture: 0s to 60s. Default: 0s.
             * @example 2s
             */
            delay?: string;
            /**
             * @description File with the cookies and local storage of a session, as written by storageState() of Playwright. The script reads it on your machine.
             * @example state.json
             */
            storage_state?: string;
            platform?: components["schemas"]["CapturePlatform"];
            motion?: components["schemas"]["Motion"];
            /** @description Steps to carry out on the page, in this order, after it has loaded and before wait_for_selector and delay. Each step waits up to 10 s for its element. For a password, set the text of a type step to {"env": "NAME"}: the script then reads the environment variable NAME on the machine where it runs. */
            steps?: components["schemas"]["CaptureStep"][];
            /**
             * @description Language and region of the browser, as a BCP 47 tag; used for Accept-Language, dates and numbers.
             * @example de-DE
             */
            locale?: string;
            /**
             * @description Time zone of the browser, as an IANA time zone name.
             * @example Europe/Berlin
             */
            timezone?: string;
            /**
             * Format: int32
             * @description With full_page: maximum height, measured from the top of the page, CSS px. Default: the whole height.
             */
            max_height?: number;
            /**
             * @description HTTP status codes from 400 to 499 for which the page is captured anyway; any other status of 400 or above is an error.
             * @example [
             *       404
             *     ]
             */
            accept_status?: number[];
            /** @description Opens the page even if its certificate is invalid, for example self-signed. Default: false. */
            ignore_https_errors?: boolean;
            /** @description If true, the script writes no file and exits with code 4 if the page looks like a sign-in page or a bot challenge, or has only one colour. If false, it prints a warning instead and sets looks_like in its JSON output. Default: false. */
            strict?: boolean;
            image_type?: components["schemas"]["ImageType"];
            /**
             * Format: int32
             * @description jpeg and webp: 0 (smallest file) to 100 (a lossless file with webp). Default: 80.
             */
            quality?: number;
            /** @description png and webp: makes the image transparent where the page sets no background. Default: false. */
            omit_background?: boolean;
        };
        /** @description Configuration of the script. CONFIG at the top of the script contains the properties that it reads. */
        CaptureConfig: {
            /** @description Page to capture. */
            target_url: string;
            output_format: components["schemas"]["OutputFormat"];
            /** @description Default output file of the script. */
            output_file: string;
            viewport: components["schemas"]["UsedViewport"];
            output_size: components["schemas"]["Size"];
            wait_until: components["schemas"]["WaitCondition"];
            /** @description Length of the video in seconds, such as 10s. Only for videos. */
            record_duration?: string;
            timeouts: components["schemas"]["Timeouts"];
            video?: components["schemas"]["VideoSettings"];
            script: components["schemas"]["ScriptInfo"];
            /** @description Parts of the request that were ignored or replaced. */
            warnings: string[];
            /** @description Whether the page is shown as on a phone. Present only if the platform is a phone. */
            is_mobile?: boolean;
            safe_area?: components["schemas"]["Box"];
            /** @description CSS selectors of known consent banners. Present only with hide_cookie_banners or hide_overlays. */
            banner_selectors?: string[];
            options: components["schemas"]["CaptureOptions"];
        };
        /** @description The record of the script. */
        CaptureRecord: {
            /** @description Id of the capture record. */
            id: string;
            /**
             * Format: uri
             * @description Absolute URL of the script.
             */
            url: string;
        };
        /** @description A script, its configuration and its URL. */
        CaptureResponse: {
            /** @description Always true in a 200 response. */
            success: boolean;
            /** @description capture.mjs: requires Node.js 20 or later and playwright or playwright-core; videos also require ffmpeg. */
            playwright_script: string;
            capture_config: components["schemas"]["CaptureConfig"];
            capture: components["schemas"]["CaptureRecord"];
        };
        /**
         * @description State of a render; done and failed are final.
         * @enum {string}
         */
        RenderStatus: "queued" | "running" | "done" | "failed";
        /** @description A page, and how to render it: target_url with the options of capture-media, or capture_id. */
        RenderTarget: {
            /**
             * @description Page to render: http or https, without user:password, on the public internet, in FETCH_ALLOW_CIDRS, or a page of this service.
             * @example https://example.com/
             */
            target_url?: string;
            /** @description Id of a capture, instead of target_url and the options. */
            capture_id?: string;
            viewport?: components["schemas"]["Viewport"];
            output_format?: components["schemas"]["OutputFormat"];
            /**
             * @description Length of the video in seconds, such as 10s (0.1s to 600s). Default: 10s. Ignored for screenshots.
             * @example 10s
             */
            record_duration?: string;
            wait_until?: components["schemas"]["WaitUntil"];
            /** @description Screenshots: the whole page, including lazily loaded content, with fixed headers shown once; cut at a height of 65,535 device px. Default: false. */
            full_page?: boolean;
            /**
             * @description Screenshots: only the first matching element.
             * @example main article
             */
            selector?: string;
            color_scheme?: components["schemas"]["ColorScheme"];
            reduced_motion?: components["schemas"]["ReducedMotion"];
            /** @description Elements to hide; the space they occupy stays empty. */
            hide_selectors?: string[];
            /** @description Hides banners that ask for consent; consent is neither given nor refused. Default: false. */
            hide_cookie_banners?: boolean;
            /** @description Hides unsolicited overlays: newsletter dialogs, chat buttons, prompts for apps and notifications, and consent banners. Dialogs that steps open remain visible. Default: false. */
            hide_overlays?: boolean;
            /**
             * @description Waits until a matching element is visible.
             * @example #chart svg
             */
            wait_for_selector?: string;
            /**
             * @description Additional wait before the capture: 0s to 60s. Default: 0s.
             * @example 2s
             */
            delay?: string;
            /**
             * @description File with the cookies and local storage of a session, as written by storageState() of Playwright. The script reads it on your machine.
             * @example state.json
             */
            storage_state?: string;
            platform?: components["schemas"]["CapturePlatform"];
            motion?: components["schemas"]["Motion"];
            /** @description Steps to carry out on the page, in this order, after it has loaded and before wait_for_selector and delay. Each step waits up to 10 s for its element. For a password, set the text of a type step to {"env": "NAME"}: the script then reads the environment variable NAME on the machine where it runs. */
            steps?: components["schemas"]["CaptureStep"][];
            /**
             * @description Language and region of the browser, as a BCP 47 tag; used for Accept-Language, dates and numbers.
             * @example de-DE
             */
            locale?: string;
            /**
             * @description Time zone of the browser, as an IANA time zone name.
             * @example Europe/Berlin
             */
            timezone?: string;
            /**
             * Format: int32
             * @description With full_page: maximum height, measured from the top of the page, CSS px. Default: the whole height.
             */
            max_height?: number;
            /**
             * @description HTTP status codes from 400 to 499 for which the page is captured anyway; any other status of 400 or above is an error.
             * @example [
             *       404
             *     ]
             */
            accept_status?: number[];
            /** @description Opens the page even if its certificate is invalid, for example self-signed. Default: false. */
            ignore_https_errors?: boolean;
            /** @description If true, the script writes no file and exits with code 4 if the page looks like a sign-in page or a bot challenge, or has only one colour. If false, it prints a warning instead and sets looks_like in its JSON output. Default: false. */
            strict?: boolean;
            image_type?: components["schemas"]["ImageType"];
            /**
             * Format: int32
             * @description jpeg and webp: 0 (smallest file) to 100 (a lossless file with webp). Default: 80.
             */
            quality?: number;
            /** @description png and webp: makes the image transparent where the page sets no background. Default: false. */
            omit_background?: boolean;
            /**
             * Format: int32
             * @description Video: frames per second. Default: 60.
             * @enum {integer}
             */
            fps?: 24 | 25 | 30 | 50 | 60;
            /** @description Cookies by name, sent only to the site of the page. They are deleted when the render ends. */
            cookies?: {
                [key: string]: string;
            };
            /** @description Headers by name, sent only to the site of the page. They are deleted when the render ends. */
            headers?: {
                [key: string]: string;
            };
        };
        /** @description A page to render, or a list of pages. */
        RenderRequest: {
            /**
             * @description Page to render: http or https, without user:password, on the public internet, in FETCH_ALLOW_CIDRS, or a page of this service.
             * @example https://example.com/
             */
            target_url?: string;
            /** @description Id of a capture, instead of target_url and the options. */
            capture_id?: string;
            viewport?: components["schemas"]["Viewport"];
            output_format?: components["schemas"]["OutputFormat"];
            /**
             * @description Length of the video in seconds, such as 10s (0.1s to 600s). Default: 10s. Ignored for screenshots.
             * @example 10s
             */
            record_duration?: string;
            wait_until?: components["schemas"]["WaitUntil"];
            /** @description Screenshots: the whole page, including lazily loaded content, with fixed headers shown once; cut at a height of 65,535 device px. Default: false. */
            full_page?: boolean;
            /**
             * @description Screenshots: only the first matching element.
             * @example main article
             */
            selector?: string;
            color_scheme?: components["schemas"]["ColorScheme"];
            reduced_motion?: components["schemas"]["ReducedMotion"];
            /** @description Elements to hide; the space they occupy stays empty. */
            hide_selectors?: string[];
            /** @description Hides banners that ask for consent; consent is neither given nor refused. Default: false. */
            hide_cookie_banners?: boolean;
            /** @description Hides unsolicited overlays: newsletter dialogs, chat buttons, prompts for apps and notifications, and consent banners. Dialogs that steps open remain visible. Default: false. */
            hide_overlays?: boolean;
            /**
             * @description Waits until a matching element is visible.
             * @example #chart svg
             */
            wait_for_selector?: string;
            /**
             * @description Additional wait before the capture: 0s to 60s. Default: 0s.
             * @example 2s
             */
            delay?: string;
            /**
             * @description File with the cookies and local storage of a session, as written by storageState() of Playwright. The script reads it on your machine.
             * @example state.json
             */
            storage_state?: string;
            platform?: components["schemas"]["CapturePlatform"];
            motion?: components["schemas"]["Motion"];
            /** @description Steps to carry out on the page, in this order, after it has loaded and before wait_for_selector and delay. Each step waits up to 10 s for its element. For a password, set the text of a type step to {"env": "NAME"}: the script then reads the environment variable NAME on the machine where it runs. */
            steps?: components["schemas"]["CaptureStep"][];
            /**
             * @description Language and region of the browser, as a BCP 47 tag; used for Accept-Language, dates and numbers.
             * @example de-DE
             */
            locale?: string;
            /**
             * @description Time zone of the browser, as an IANA time zone name.
             * @example Europe/Berlin
             */
            timezone?: string;
            /**
             * Format: int32
             * @description With full_page: maximum height, measured from the top of the page, CSS px. Default: the whole height.
             */
            max_height?: number;
            /**
             * @description HTTP status codes from 400 to 499 for which the page is captured anyway; any other status of 400 or above is an error.
             * @example [
             *       404
             *     ]
             */
            accept_status?: number[];
            /** @description Opens the page even if its certificate is invalid, for example self-signed. Default: false. */
            ignore_https_errors?: boolean;
            /** @description If true, the script writes no file and exits with code 4 if the page looks like a sign-in page or a bot challenge, or has only one colour. If false, it prints a warning instead and sets looks_like in its JSON output. Default: false. */
            strict?: boolean;
            image_type?: components["schemas"]["ImageType"];
            /**
             * Format: int32
             * @description jpeg and webp: 0 (smallest file) to 100 (a lossless file with webp). Default: 80.
             */
            quality?: number;
            /** @description png and webp: makes the image transparent where the page sets no background. Default: false. */
            omit_background?: boolean;
            /**
             * Format: int32
             * @description Video: frames per second. Default: 60.
             * @enum {integer}
             */
            fps?: 24 | 25 | 30 | 50 | 60;
            /** @description Cookies by name, sent only to the site of the page. They are deleted when the render ends. */
            cookies?: {
                [key: string]: string;
            };
            /** @description Headers by name, sent only to the site of the page. They are deleted when the render ends. */
            headers?: {
                [key: string]: string;
            };
            /** @description Several pages at once, at most 100, instead of target_url and capture_id. */
            captures?: components["schemas"]["RenderTarget"][];
            /**
             * @description https URL that receives a POST for each page when its render is done or has failed; http is allowed only for addresses in FETCH_ALLOW_CIDRS. The body is the JSON of GET /api/v1/renders/{id}; the headers webhook-id, webhook-timestamp and webhook-signature follow Standard Webhooks, signed with WEBHOOK_SECRET. If no 2xx response arrives within 10 s, delivery is retried, up to five attempts in all.
             * @example https://example.com/hooks/renders
             */
            webhook_url?: string;
        };
        /** @description What the browser found when it opened the page. */
        RenderVerdict: {
            /** @description URL of the page after redirects. */
            final_url: string | null;
            /**
             * Format: int32
             * @description HTTP status of the page.
             */
            status: number | null;
            /** @description Whether final_url differs from the requested URL. */
            redirected: boolean;
            /** @description Content that the page seems to show instead of its own: a sign-in form, a bot challenge, or nothing (blank); null if none of these. */
            looks_like: ("sign_in" | "challenge" | "blank") | null;
        };
        /** @description Why the render failed. */
        RenderProblem: {
            /** @description Path of the page about this problem. */
            type: string;
            /** @description Short summary of the problem. */
            title: string;
            /**
             * Format: int32
             * @description HTTP status that a waiting client receives.
             */
            status: number;
            /**
             * @description Stable code of the problem.
             * @enum {string}
             */
            code: "invalid_json" | "invalid_form" | "invalid_request" | "malformed_request" | "unauthorized" | "forbidden" | "host_refused" | "cross_site_refused" | "not_found" | "record_not_found" | "method_not_allowed" | "request_timeout" | "upload_used" | "upload_expired" | "body_too_large" | "uri_too_long" | "unsupported_media_type" | "headers_too_large" | "source_invalid" | "source_refused" | "source_unreachable" | "source_http_error" | "source_timeout" | "source_too_large" | "source_too_many_pixels" | "picture_too_large" | "source_not_picture" | "source_unsupported" | "source_mismatch" | "page_not_opened" | "render_failed" | "rate_limited" | "internal_error" | "video_unavailable" | "render_unavailable" | "provider_unknown" | "provider_key_rejected" | "provider_no_credit" | "provider_quota_exceeded" | "provider_rate_limited" | "provider_failed" | "provider_model_unknown" | "provider_region_refused" | "provider_image_refused" | "provider_answer_truncated" | "provider_unavailable" | "provider_timeout" | "overloaded" | "storage_full";
            /** @description Cause of the failure, and how to fix it. */
            detail: string;
        };
        /** @description A render. Facts about the file and the findings of the browser are present once the render is done. */
        Render: {
            /** @description Id of the render. It is random, so that only those who have it can read the render. */
            id: string;
            status: components["schemas"]["RenderStatus"];
            /**
             * Format: uri
             * @description Absolute URL of the render. It returns the status as JSON, or the file, depending on Accept.
             */
            url: string;
            /** @description Fraction of the video that has been recorded. */
            progress?: number;
            /**
             * @description Media type of the file.
             * @enum {string}
             */
            type?: "image/png" | "image/jpeg" | "image/webp" | "video/mp4";
            /**
             * Format: int32
             * @description Width of the file.
             */
            width?: number;
            /**
             * Format: int32
             * @description Height of the file.
             */
            height?: number;
            /**
             * Format: int64
             * @description Size of the file.
             */
            bytes?: number;
            /** @description Length of a video, seconds; null for a screenshot. */
            duration?: number | null;
            verdict?: components["schemas"]["RenderVerdict"];
            /** @description Ways in which the captured file differs from the page. */
            warnings?: string[];
            problem?: components["schemas"]["RenderProblem"];
        };
        /** @description A render or, if several pages were requested, one render per page. */
        RenderResponse: {
            /** @description Always true in a 200 response. */
            success: boolean;
            render?: components["schemas"]["Render"];
            /** @description One render per page, in the order of `captures` in the request. */
            renders?: components["schemas"]["Render"][];
        };
        /** @description The record of the picture. */
        PictureRecord: {
            /** @description Id of the picture. Tools of /mcp take it instead of a URL. */
            id: string;
            /**
             * Format: uri
             * @description Absolute URL of the picture.
             */
            url: string;
            /**
             * @description Type of the stored picture.
             * @enum {string}
             */
            type: "image/webp" | "image/jpeg" | "image/png" | "image/avif" | "image/gif";
            /**
             * Format: int32
             * @description Width of the stored picture.
             */
            width: number;
            /**
             * Format: int32
             * @description Height of the stored picture.
             */
            height: number;
        };
        /** @description A picture that was uploaded. */
        UploadResponse: {
            /** @description Always true in a 200 response. */
            success: boolean;
            picture: components["schemas"]["PictureRecord"];
        };
        /** @description An analysis record in an export. */
        ExportedAnalysis: {
            /** @description Id of the analysis record. */
            id: string;
            /**
             * Format: date-time
             * @description When the record was created, ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last used (requested or read), ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T12:00:00.000Z
             */
            last_at: string;
            /**
             * Format: int64
             * @description How often the record was requested.
             */
            times: number;
            /** @description URL of the file without query or credentials, or `data:` with its type. */
            source: string;
            /** @description SHA-256 of the file, hexadecimal. */
            sha256: string;
            /**
             * Format: int64
             * @description Size of the file, bytes.
             */
            bytes: number;
            /** @description Target platform. */
            platform: string;
            /** @description Level of detail. */
            depth: string;
            /** @description image or video. */
            media_type: string;
            /** @description Origin of the texts: builtin or a provider. */
            engine: string;
            /** @description Duration of the first analysis, ms. */
            duration_ms: number;
            /** @description Main colours, most important first. */
            colors: string[];
        };
        /** @description A project in an export. */
        ExportedProject: {
            /** @description Id of the project. */
            id: string;
            /**
             * Format: date-time
             * @description When the record was created, ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last used (requested or read), ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T12:00:00.000Z
             */
            last_at: string;
            /**
             * Format: int64
             * @description Number of pages in the project.
             */
            pages: number;
            /** @description CSS frameworks used by the pages of the project, most frequent first. */
            frameworks: string[];
            /** @description Headline of the newest page in the project. */
            headline: string;
        };
        /** @description A record in an export: an analysis or a project, as requested. */
        ExportedRecord: components["schemas"]["ExportedAnalysis"] | components["schemas"]["ExportedProject"];
        /** @description An export as JSON. */
        ExportResponse: {
            /** @description Always true in a 200 response. */
            success: boolean;
            /**
             * Format: int64
             * @description Number of records in the export, at most limit.
             */
            count: number;
            /**
             * Format: int64
             * @description Number of records that match, regardless of limit.
             */
            total: number;
            /**
             * Format: date-time
             * @description Time of the response, ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
            /** @description Analyses or projects, as requested, newest first. */
            records: components["schemas"]["ExportedRecord"][];
        };
        /** @description State of this process. */
        Health: {
            /**
             * @description ok with 200; draining with 503 while the process shuts down.
             * @enum {string}
             */
            status: "ok" | "draining";
            /**
             * @description Name of the service.
             * @enum {string}
             */
            service: "automation-service";
            /**
             * @description Service version, major.minor.patch.
             * @example 1.0.0
             */
            version: string;
            /**
             * Format: date-time
             * @description Time of the response, ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
        };
        /** @description Response times since this process started. */
        Latency: {
            /** @description Median. Milliseconds. */
            p50: number;
            /** @description 95th percentile. Milliseconds. */
            p95: number;
            /** @description 99th percentile. Milliseconds. */
            p99: number;
        };
        /** @description Requests to one operation in this process. */
        OperationStats: {
            /**
             * Format: int64
             * @description Responses since this process started.
             */
            count: number;
            /** @description Responses by status class: 2xx, 4xx, 5xx. */
            statuses: {
                [key: string]: number;
            };
            latency_ms: components["schemas"]["Latency"];
        };
        /** @description Calls to one provider by outcome. */
        ProviderStats: {
            /**
             * Format: int64
             * @description Calls that ended with answered.
             */
            answered?: number;
            /**
             * Format: int64
             * @description Calls that ended with key_rejected.
             */
            key_rejected?: number;
            /**
             * Format: int64
             * @description Calls that ended with no_credit.
             */
            no_credit?: number;
            /**
             * Format: int64
             * @description Calls that ended with quota_exceeded.
             */
            quota_exceeded?: number;
            /**
             * Format: int64
             * @description Calls that ended with rate_limited.
             */
            rate_limited?: number;
            /**
             * Format: int64
             * @description Calls that ended with model_unknown.
             */
            model_unknown?: number;
            /**
             * Format: int64
             * @description Calls that ended with region_refused.
             */
            region_refused?: number;
            /**
             * Format: int64
             * @description Calls that ended with image_refused.
             */
            image_refused?: number;
            /**
             * Format: int64
             * @description Calls that ended with refused.
             */
            refused?: number;
            /**
             * Format: int64
             * @description Calls that ended with truncated.
             */
            truncated?: number;
            /**
             * Format: int64
             * @description Calls that ended with unusable.
             */
            unusable?: number;
            /**
             * Format: int64
             * @description Calls that ended with unavailable.
             */
            unavailable?: number;
            /**
             * Format: int64
             * @description Calls that ended with timeout.
             */
            timeout?: number;
        };
        /** @description This process. */
        ServiceStats: {
            /** @description Service version. */
            version: string;
            /** @description Name of this process among the replicas: REPLICA, or the name of its host. */
            replica: string;
            /** @description Node.js version. */
            node: string;
            /**
             * Format: date-time
             * @description Time of the response, ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T12:00:00.000Z
             */
            started_at: string;
            /** @description Time since this process started, in seconds. */
            uptime_seconds: number;
        };
        /** @description Memory, in bytes. */
        MemoryStats: {
            /**
             * Format: int64
             * @description Resident set size.
             */
            rss: number;
            /**
             * Format: int64
             * @description JavaScript heap in use.
             */
            heap_used: number;
            /**
             * Format: int64
             * @description Buffers and native objects.
             */
            external: number;
        };
        /** @description CPU time since this process started, in seconds. */
        CpuStats: {
            /** @description User time. */
            user: number;
            /** @description System time. */
            system: number;
        };
        /** @description Delay of the event loop. */
        EventLoopStats: {
            /** @description Median. Milliseconds. */
            p50: number;
            /** @description 99th percentile. Milliseconds. */
            p99: number;
        };
        /** @description Resources that this process uses. */
        ProcessStats: {
            memory_bytes: components["schemas"]["MemoryStats"];
            cpu_seconds: components["schemas"]["CpuStats"];
            event_loop_delay_ms: components["schemas"]["EventLoopStats"];
        };
        /** @description The processes that decode and analyze files. */
        WorkerStats: {
            /**
             * Format: int64
             * @description Worker processes that are idle or decoding a file.
             */
            ready: number;
            /** @description Whether worker processes have no network access. */
            network_isolated: boolean;
            /** @description Whether the operating system limits the memory of worker processes. */
            memory_limited: boolean;
        };
        /** @description Analyses. */
        AnalysisStats: {
            /**
             * Format: int64
             * @description Analysis records.
             */
            total: number;
            /**
             * Format: int64
             * @description Requested analyses, including repeated ones.
             */
            times: number;
            /** @description By platform. */
            by_platform: {
                [key: string]: number;
            };
            /** @description By depth. */
            by_depth: {
                [key: string]: number;
            };
            /** @description By media type. */
            by_media_type: {
                [key: string]: number;
            };
            /** @description By engine. */
            by_engine: {
                [key: string]: number;
            };
            /**
             * Format: int64
             * @description Number of analysis requests that this process answered from its cache or the store, or with the result of a concurrent request.
             */
            cache_hits: number;
        };
        /** @description Projects. */
        ProjectStats: {
            /**
             * Format: int64
             * @description Projects.
             */
            total: number;
        };
        /** @description Pages. */
        PageStats: {
            /**
             * Format: int64
             * @description Page records.
             */
            total: number;
            /**
             * Format: int64
             * @description Requested pages, including repeated ones.
             */
            times: number;
            /** @description By framework. */
            by_framework: {
                [key: string]: number;
            };
        };
        /** @description Captures. */
        CaptureStats: {
            /**
             * Format: int64
             * @description Capture records.
             */
            total: number;
            /**
             * Format: int64
             * @description Requested captures, including repeated ones.
             */
            times: number;
            /** @description By output format. */
            by_format: {
                [key: string]: number;
            };
        };
        /** @description Pictures. */
        PictureStats: {
            /**
             * Format: int64
             * @description Picture records, to which analyses and pages refer.
             */
            total: number;
            /**
             * Format: int64
             * @description Requested pictures, including repeated ones.
             */
            times: number;
        };
        /** @description Renders. */
        RenderStats: {
            /**
             * Format: int64
             * @description Renders that are done or have failed.
             */
            total: number;
            /**
             * Format: int64
             * @description Renders waiting in the queue.
             */
            queued: number;
            /**
             * Format: int64
             * @description Renders that a process is working on.
             */
            running: number;
            /**
             * Format: date-time
             * @description Time at which the oldest queued render was queued; null if none is waiting.
             * @example 2026-01-31T12:00:00.000Z
             */
            oldest_queued_at: string | null;
            /** @description Failed renders by error code. */
            failures: {
                [key: string]: number;
            };
        };
        /** @description Downloads of sources. */
        FetchStats: {
            /**
             * Format: int64
             * @description Source URLs that this process refused.
             */
            refused: number;
        };
        /** @description Failures since this process started. */
        StorageFailures: {
            /**
             * Format: int64
             * @description Failed attempts to delete records above the limit.
             */
            eviction: number;
            /**
             * Format: int64
             * @description Failed attempts to delete records after RETENTION_DAYS.
             */
            retention: number;
        };
        /** @description The database. */
        StorageStats: {
            /** @description Database: sqlite or postgresql. */
            kind: string;
            /**
             * Format: int64
             * @description All records.
             */
            records: number;
            /**
             * Format: int64
             * @description Size of the database on disk.
             */
            bytes: number;
            /**
             * Format: int64
             * @description Estimated size of the records: that of their contents, plus a constant per row.
             */
            record_bytes: number;
            /**
             * Format: int64
             * @description Limit on record_bytes (STORAGE_MAX_MB) in this process; null: unlimited.
             */
            max_bytes: number | null;
            /**
             * Format: int64
             * @description Records deleted to stay within the limit.
             */
            evicted: number;
            /**
             * Format: int64
             * @description Records deleted after RETENTION_DAYS.
             */
            expired: number;
            /** @description True if this process failed to save its last record because the disk is full. */
            full: boolean;
            failures: components["schemas"]["StorageFailures"];
        };
        /** @description Statistics of the service. Totals come from the database and survive a restart. */
        Stats: {
            service: components["schemas"]["ServiceStats"];
            process: components["schemas"]["ProcessStats"];
            workers: components["schemas"]["WorkerStats"];
            /** @description Requests by operation, in this process only. */
            requests: {
                [key: string]: components["schemas"]["OperationStats"];
            };
            /** @description Accepted requests by the name of the API key (API_KEYS), since this process started. */
            keys: {
                [key: string]: number;
            };
            analyses: components["schemas"]["AnalysisStats"];
            projects: components["schemas"]["ProjectStats"];
            pages: components["schemas"]["PageStats"];
            captures: components["schemas"]["CaptureStats"];
            pictures: components["schemas"]["PictureStats"];
            renders: components["schemas"]["RenderStats"];
            /** @description Calls of this process to vision-model providers. */
            providers: {
                [key: string]: components["schemas"]["ProviderStats"];
            };
            fetches: components["schemas"]["FetchStats"];
            storage: components["schemas"]["StorageStats"];
        };
        /** @description System statistics. */
        StatsResponse: {
            stats: components["schemas"]["Stats"];
            /**
             * Format: date-time
             * @description Time of the response, ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
        };
    };
    responses: {
        /** @description A failure: a problem document (RFC 9457) whose type is the URL of a page that explains the cause and the solution. */
        Problem: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "Retry-After": components["headers"]["Retry-After"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Id of this request in the log of the service. */
        "x-request-id": string;
        /** @description Origin that may read the response. Present only under /api/v1, and only if CORS_ORIGINS allows the origin. */
        "Access-Control-Allow-Origin": string;
        /** @description Id of the analysis record. */
        "x-analysis-id": string;
        /** @description Id of the picture record. */
        "x-picture-id": string;
        /** @description Path of the record; GET returns this content. */
        "Content-Location": string;
        /** @description Parts of the request that were ignored or replaced, and parts that are missing from the response: code;pointer="…";detail="…", … */
        "x-warnings": string;
        /** @description Remaining requests, and seconds until the limit resets. Present only if RATE_LIMIT is set. */
        RateLimit: string;
        /** @description Requests per window, and the length of the window in seconds. Present only if RATE_LIMIT is set. */
        "RateLimit-Policy": string;
        /** @description Seconds to wait before the next attempt. Present with 429 and 503. */
        "Retry-After": number;
        /** @description Id of the project record. */
        "x-project-id": string;
        /** @description Id of the page record. */
        "x-page-id": string;
        /** @description Design of the page: export_settings.direction, or the design chosen if it is auto. */
        "x-direction": string;
        /** @description Id of the capture record. */
        "x-capture-id": string;
        /** @description Version of the content. If a request sends it as If-None-Match and the content has not changed, the response is 304. */
        ETag: string;
        /** @description File name of the download. */
        "Content-Disposition": string;
        /** @description Range of the bytes in this response. */
        "Content-Range": string;
        /** @description How long the response may be cached, and by whom: public, or private if API_KEYS is set. */
        "Cache-Control": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    analyzeUrl: {
        parameters: {
            query: {
                /** @description URL of an image or a video (http or https), percent-encoded. Send data URIs with POST. */
                source_url: string;
                /**
                 * @description Type of the source. Default in requests: detected from its bytes.
                 * @example image
                 */
                media_type?: components["schemas"]["MediaType"];
                /**
                 * @description Level of detail. Default in requests: medium.
                 * @example low
                 */
                analysis_depth?: components["schemas"]["AnalysisDepth"];
                /**
                 * @description Platform that the image is for. Default in requests: web_16_9.
                 * @example instagram_reels
                 */
                target_platform?: components["schemas"]["TargetPlatform"];
                /**
                 * @description Maximum number of colours in the palette. Default: 16; fewer are returned if fewer cover the image. A smaller number returns the most important colours; 1 returns the dominant colour.
                 * @example 16
                 */
                palette_size?: number;
                /** @description Whether style_metadata.preview contains the image itself, so that build-sparkpage can show it. The image is stored as a separate record. Default: false. */
                preview?: boolean;
                /**
                 * @description The part of the image to analyse, relative to the image after EXIF rotation: x,y,width,height as fractions from 0 to 1.
                 * @example 0,0,1,1
                 */
                region?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The style. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "x-analysis-id": components["headers"]["x-analysis-id"];
                    "x-picture-id": components["headers"]["x-picture-id"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "x-warnings": components["headers"]["x-warnings"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "style_metadata": {
                     *         "colors": [
                     *           "#1E1B4B",
                     *           "#7C3AED",
                     *           "#DB2777",
                     *           "#FBBF24",
                     *           "#0F766E",
                     *           "#F8FAFC"
                     *         ],
                     *         "palette": [
                     *           {
                     *             "hex": "#1E1B4B",
                     *             "share": 0.2891,
                     *             "oklch": {
                     *               "l": 0.2573,
                     *               "c": 0.0861,
                     *               "h": 281.2883
                     *             },
                     *             "role": "background",
                     *             "name": "navy blue",
                     *             "contrast_white": 15.9869,
                     *             "contrast_black": 1.3136
                     *           },
                     *           {
                     *             "hex": "#7C3AED",
                     *             "share": 0.2477,
                     *             "oklch": {
                     *               "l": 0.5413,
                     *               "c": 0.2466,
                     *               "h": 293.009
                     *             },
                     *             "role": "primary",
                     *             "name": "vivid violet",
                     *             "contrast_white": 5.6986,
                     *             "contrast_black": 3.6851
                     *           },
                     *           {
                     *             "hex": "#DB2777",
                     *             "share": 0.1995,
                     *             "oklch": {
                     *               "l": 0.5916,
                     *               "c": 0.218,
                     *               "h": 0.5844
                     *             },
                     *             "role": "secondary",
                     *             "name": "vivid crimson",
                     *             "contrast_white": 4.5966,
                     *             "contrast_black": 4.5686
                     *           },
                     *           {
                     *             "hex": "#FBBF24",
                     *             "share": 0.0993,
                     *             "oklch": {
                     *               "l": 0.8369,
                     *               "c": 0.1644,
                     *               "h": 84.4286
                     *             },
                     *             "role": "accent",
                     *             "name": "golden yellow",
                     *             "contrast_white": 1.6694,
                     *             "contrast_black": 12.5796
                     *           },
                     *           {
                     *             "hex": "#0F766E",
                     *             "share": 0.1506,
                     *             "oklch": {
                     *               "l": 0.5109,
                     *               "c": 0.0861,
                     *               "h": 186.3914
                     *             },
                     *             "role": "support",
                     *             "name": "teal",
                     *             "contrast_white": 5.4733,
                     *             "contrast_black": 3.8368
                     *           },
                     *           {
                     *             "hex": "#F8FAFC",
                     *             "share": 0.0138,
                     *             "oklch": {
                     *               "l": 0.9842,
                     *               "c": 0.0034,
                     *               "h": 247.8575
                     *             },
                     *             "role": "text",
                     *             "name": "white",
                     *             "contrast_white": 1.0463,
                     *             "contrast_black": 20.0712
                     *           }
                     *         ],
                     *         "roles": {
                     *           "background": "#1E1B4B",
                     *           "surface": "#272556",
                     *           "text": "#F8FAFC",
                     *           "primary": "#7C3AED",
                     *           "on_primary": "#F8FAFC",
                     *           "secondary": "#DB2777",
                     *           "accent": "#FBBF24",
                     *           "on_accent": "#1E1B4B"
                     *         },
                     *         "average": "#965D96",
                     *         "brightness": 0.5002,
                     *         "contrast": 0.18,
                     *         "colorfulness": {
                     *           "value": 143.1297,
                     *           "label": "extreme"
                     *         },
                     *         "temperature": {
                     *           "value": -0.3727,
                     *           "label": "neutral"
                     *         },
                     *         "media": {
                     *           "type": "image",
                     *           "format": "png",
                     *           "width": 96,
                     *           "height": 64,
                     *           "bytes": 400,
                     *           "frames": 1,
                     *           "alpha": false,
                     *           "orientation": 1,
                     *           "color_space": "srgb",
                     *           "sha256": "ef56e991cbc8b49d60d480c2cc1b946953f5a1cfc41d806e8042de3f6cebe136"
                     *         },
                     *         "platform": {
                     *           "name": "web_16_9",
                     *           "canvas": {
                     *             "width": 1920,
                     *             "height": 1080
                     *           },
                     *           "aspect_match": false,
                     *           "min_resolution_ok": false,
                     *           "crop": {
                     *             "x": 0,
                     *             "y": 0,
                     *             "width": 96,
                     *             "height": 54
                     *           },
                     *           "safe_area": {
                     *             "x": 96,
                     *             "y": 54,
                     *             "width": 1728,
                     *             "height": 972
                     *           },
                     *           "focal_in_safe_area": true,
                     *           "advice": [
                     *             "Crop to 96 × 54 px at 0, 0 for 16:9 on the web.",
                     *             "Use a larger picture: 96 × 54 px would be enlarged to 1920 × 1080.",
                     *             "Keep texts and faces within 1728 × 972 px at 96, 54 of the canvas."
                     *           ]
                     *         },
                     *         "analysis": {
                     *           "id": "ana_9d1a4eca98bb8cc1e54d1eca25f0073f",
                     *           "url": "http://127.0.0.1:3000/api/v1/analyses/ana_9d1a4eca98bb8cc1e54d1eca25f0073f",
                     *           "engine": "builtin",
                     *           "depth": "low",
                     *           "sampled": {
                     *             "width": 96,
                     *             "height": 64
                     *           },
                     *           "version": "1.14.0",
                     *           "warnings": []
                     *         },
                     *         "preview": {
                     *           "src": "data:image/webp;base64,UklGRhQBAABXRUJQVlA4TAcBAAAvX8APAC9AEEAikFsC477UJIoBoIE6UFJIK8R57amobRsITtttHAf7fsx//P9MCXDBli7BcSNJktJcBuwCBoAFSCMMQBT/239f5qwqePGK6L/Ctm0b2YHQecjx35UpxzzmTpO5c8vB51Y+mzV180U+QvZ9Hp8mv8T0XSaOzd1NhJlNxF2AnAgrUbjzsI4wfrSKofYiKTV1cU5NTy9yybhqyvGQuuloL6zPHQaSrOpBjKrxntDLjt6jt4AyhHndAHyYEYTMm9njBVQdm9etBkMLQhsPr2yuSRB6vC0A/Rq4DoABgK1kcksYusoeu0VbqGB6ix2l5J5UwfQdzlpZK1vuAYg9O5CxGwA=",
                     *           "width": 96,
                     *           "height": 64
                     *         }
                     *       },
                     *       "timestamp": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AnalysisResponse"];
                };
            };
            /** @description The content has not changed: its ETag matches If-None-Match. */
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed_request`: The request is not valid HTTP. `invalid_request`: A parameter or property is invalid. */
            400: components["responses"]["Problem"];
            /** @description `unauthorized`: The request has no valid key. */
            401: components["responses"]["Problem"];
            /** @description `host_refused`: The host name is not allowed. `cross_site_refused`: A browser sent the request from another website. */
            403: components["responses"]["Problem"];
            /** @description `source_invalid`: The source cannot be read. `source_refused`: source_url is not allowed. `source_unreachable`: source_url could not be reached. `source_http_error`: source_url returned an error. `source_timeout`: source_url timed out. `source_too_large`: The file is too large. `source_too_many_pixels`: The image has too many pixels. `picture_too_large`: Decoding the file takes too much memory. `source_not_picture`: The file is not an image or a video. `source_unsupported`: The file format is not supported. `source_mismatch`: media_type does not match the file. */
            422: components["responses"]["Problem"];
            /** @description `rate_limited`: Too many requests. */
            429: components["responses"]["Problem"];
            /** @description `internal_error`: An unexpected error occurred in the service. */
            500: components["responses"]["Problem"];
            /** @description `video_unavailable`: This server cannot read videos. */
            501: components["responses"]["Problem"];
            /** @description `overloaded`: The service is unavailable. `storage_full`: There is no disk space left for records. */
            503: components["responses"]["Problem"];
        };
    };
    analyzeVibe: {
        parameters: {
            query?: {
                /**
                 * @description Type of the source. Default in requests: detected from its bytes.
                 * @example image
                 */
                media_type?: components["schemas"]["MediaType"];
                /**
                 * @description Level of detail. Default in requests: medium.
                 * @example low
                 */
                analysis_depth?: components["schemas"]["AnalysisDepth"];
                /**
                 * @description Platform that the image is for. Default in requests: web_16_9.
                 * @example instagram_reels
                 */
                target_platform?: components["schemas"]["TargetPlatform"];
                /**
                 * @description Maximum number of colours in the palette. Default: 16; fewer are returned if fewer cover the image. A smaller number returns the most important colours; 1 returns the dominant colour.
                 * @example 16
                 */
                palette_size?: number;
                /** @description Whether style_metadata.preview contains the image itself, so that build-sparkpage can show it. The image is stored as a separate record. Default: false. */
                preview?: boolean;
                /**
                 * @description The part of the image to analyse, relative to the image after EXIF rotation: x,y,width,height as fractions from 0 to 1.
                 * @example 0,0,1,1
                 */
                region?: string;
            };
            header?: {
                /**
                 * @description The same as api_key, for requests whose body is the file. A key in the body takes precedence. A key in the query is an error, because proxies log the query.
                 * @example <API_KEY>
                 */
                "x-vision-key"?: string;
                /**
                 * @description Provider of api_key. Default: detected from the prefix of the key.
                 * @example openai
                 */
                "x-vision-provider"?: components["schemas"]["VisionProvider"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnalysisRequest"];
                "multipart/form-data": components["schemas"]["AnalysisForm"];
                "image/*": string;
                "video/*": string;
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description The style. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "x-analysis-id": components["headers"]["x-analysis-id"];
                    "x-picture-id": components["headers"]["x-picture-id"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "x-warnings": components["headers"]["x-warnings"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "style_metadata": {
                     *         "colors": [
                     *           "#1E1B4B",
                     *           "#7C3AED",
                     *           "#DB2777",
                     *           "#FBBF24",
                     *           "#0F766E",
                     *           "#F8FAFC"
                     *         ],
                     *         "palette": [
                     *           {
                     *             "hex": "#1E1B4B",
                     *             "share": 0.2891,
                     *             "oklch": {
                     *               "l": 0.2573,
                     *               "c": 0.0861,
                     *               "h": 281.2883
                     *             },
                     *             "role": "background",
                     *             "name": "navy blue",
                     *             "contrast_white": 15.9869,
                     *             "contrast_black": 1.3136
                     *           },
                     *           {
                     *             "hex": "#7C3AED",
                     *             "share": 0.2477,
                     *             "oklch": {
                     *               "l": 0.5413,
                     *               "c": 0.2466,
                     *               "h": 293.009
                     *             },
                     *             "role": "primary",
                     *             "name": "vivid violet",
                     *             "contrast_white": 5.6986,
                     *             "contrast_black": 3.6851
                     *           },
                     *           {
                     *             "hex": "#DB2777",
                     *             "share": 0.1995,
                     *             "oklch": {
                     *               "l": 0.5916,
                     *               "c": 0.218,
                     *               "h": 0.5844
                     *             },
                     *             "role": "secondary",
                     *             "name": "vivid crimson",
                     *             "contrast_white": 4.5966,
                     *             "contrast_black": 4.5686
                     *           },
                     *           {
                     *             "hex": "#FBBF24",
                     *             "share": 0.0993,
                     *             "oklch": {
                     *               "l": 0.8369,
                     *               "c": 0.1644,
                     *               "h": 84.4286
                     *             },
                     *             "role": "accent",
                     *             "name": "golden yellow",
                     *             "contrast_white": 1.6694,
                     *             "contrast_black": 12.5796
                     *           },
                     *           {
                     *             "hex": "#0F766E",
                     *             "share": 0.1506,
                     *             "oklch": {
                     *               "l": 0.5109,
                     *               "c": 0.0861,
                     *               "h": 186.3914
                     *             },
                     *             "role": "support",
                     *             "name": "teal",
                     *             "contrast_white": 5.4733,
                     *             "contrast_black": 3.8368
                     *           },
                     *           {
                     *             "hex": "#F8FAFC",
                     *             "share": 0.0138,
                     *             "oklch": {
                     *               "l": 0.9842,
                     *               "c": 0.0034,
                     *               "h": 247.8575
                     *             },
                     *             "role": "text",
                     *             "name": "white",
                     *             "contrast_white": 1.0463,
                     *             "contrast_black": 20.0712
                     *           }
                     *         ],
                     *         "roles": {
                     *           "background": "#1E1B4B",
                     *           "surface": "#272556",
                     *           "text": "#F8FAFC",
                     *           "primary": "#7C3AED",
                     *           "on_primary": "#F8FAFC",
                     *           "secondary": "#DB2777",
                     *           "accent": "#FBBF24",
                     *           "on_accent": "#1E1B4B"
                     *         },
                     *         "average": "#965D96",
                     *         "brightness": 0.5002,
                     *         "contrast": 0.18,
                     *         "colorfulness": {
                     *           "value": 143.1297,
                     *           "label": "extreme"
                     *         },
                     *         "temperature": {
                     *           "value": -0.3727,
                     *           "label": "neutral"
                     *         },
                     *         "media": {
                     *           "type": "image",
                     *           "format": "png",
                     *           "width": 96,
                     *           "height": 64,
                     *           "bytes": 400,
                     *           "frames": 1,
                     *           "alpha": false,
                     *           "orientation": 1,
                     *           "color_space": "srgb",
                     *           "sha256": "ef56e991cbc8b49d60d480c2cc1b946953f5a1cfc41d806e8042de3f6cebe136"
                     *         },
                     *         "platform": {
                     *           "name": "web_16_9",
                     *           "canvas": {
                     *             "width": 1920,
                     *             "height": 1080
                     *           },
                     *           "aspect_match": false,
                     *           "min_resolution_ok": false,
                     *           "crop": {
                     *             "x": 0,
                     *             "y": 0,
                     *             "width": 96,
                     *             "height": 54
                     *           },
                     *           "safe_area": {
                     *             "x": 96,
                     *             "y": 54,
                     *             "width": 1728,
                     *             "height": 972
                     *           },
                     *           "focal_in_safe_area": true,
                     *           "advice": [
                     *             "Crop to 96 × 54 px at 0, 0 for 16:9 on the web.",
                     *             "Use a larger picture: 96 × 54 px would be enlarged to 1920 × 1080.",
                     *             "Keep texts and faces within 1728 × 972 px at 96, 54 of the canvas."
                     *           ]
                     *         },
                     *         "analysis": {
                     *           "id": "ana_9d1a4eca98bb8cc1e54d1eca25f0073f",
                     *           "url": "http://127.0.0.1:3000/api/v1/analyses/ana_9d1a4eca98bb8cc1e54d1eca25f0073f",
                     *           "engine": "builtin",
                     *           "depth": "low",
                     *           "sampled": {
                     *             "width": 96,
                     *             "height": 64
                     *           },
                     *           "version": "1.14.0",
                     *           "warnings": []
                     *         },
                     *         "preview": {
                     *           "src": "data:image/webp;base64,UklGRhQBAABXRUJQVlA4TAcBAAAvX8APAC9AEEAikFsC477UJIoBoIE6UFJIK8R57amobRsITtttHAf7fsx//P9MCXDBli7BcSNJktJcBuwCBoAFSCMMQBT/239f5qwqePGK6L/Ctm0b2YHQecjx35UpxzzmTpO5c8vB51Y+mzV180U+QvZ9Hp8mv8T0XSaOzd1NhJlNxF2AnAgrUbjzsI4wfrSKofYiKTV1cU5NTy9yybhqyvGQuuloL6zPHQaSrOpBjKrxntDLjt6jt4AyhHndAHyYEYTMm9njBVQdm9etBkMLQhsPr2yuSRB6vC0A/Rq4DoABgK1kcksYusoeu0VbqGB6ix2l5J5UwfQdzlpZK1vuAYg9O5CxGwA=",
                     *           "width": 96,
                     *           "height": 64
                     *         }
                     *       },
                     *       "timestamp": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AnalysisResponse"];
                };
            };
            /** @description `malformed_request`: The request is not valid HTTP. `invalid_request`: A parameter or property is invalid. `invalid_json`: The body is not valid JSON. `invalid_form`: The form cannot be read. */
            400: components["responses"]["Problem"];
            /** @description `unauthorized`: The request has no valid key. */
            401: components["responses"]["Problem"];
            /** @description `host_refused`: The host name is not allowed. `cross_site_refused`: A browser sent the request from another website. */
            403: components["responses"]["Problem"];
            /** @description `body_too_large`: The body is too large. */
            413: components["responses"]["Problem"];
            /** @description `unsupported_media_type`: The Content-Type or Content-Encoding is not supported. */
            415: components["responses"]["Problem"];
            /** @description `source_invalid`: The source cannot be read. `source_refused`: source_url is not allowed. `source_unreachable`: source_url could not be reached. `source_http_error`: source_url returned an error. `source_timeout`: source_url timed out. `source_too_large`: The file is too large. `source_too_many_pixels`: The image has too many pixels. `picture_too_large`: Decoding the file takes too much memory. `source_not_picture`: The file is not an image or a video. `source_unsupported`: The file format is not supported. `source_mismatch`: media_type does not match the file. `provider_unknown`: The vision provider is unknown. `provider_key_rejected`: The vision provider rejected the key. `provider_no_credit`: The vision provider has no credit left for this key. `provider_quota_exceeded`: The quota of this key is used up. */
            422: components["responses"]["Problem"];
            /** @description `rate_limited`: Too many requests. `provider_rate_limited`: The vision provider is rate limiting this key. */
            429: components["responses"]["Problem"];
            /** @description `internal_error`: An unexpected error occurred in the service. */
            500: components["responses"]["Problem"];
            /** @description `video_unavailable`: This server cannot read videos. */
            501: components["responses"]["Problem"];
            /** @description `provider_model_unknown`: The vision provider does not have the model. `provider_region_refused`: The vision provider does not serve the region of this server. `provider_image_refused`: The vision provider rejected the image. `provider_answer_truncated`: The vision provider stopped before its response was complete. `provider_failed`: The vision provider returned no usable response. */
            502: components["responses"]["Problem"];
            /** @description `overloaded`: The service is unavailable. `storage_full`: There is no disk space left for records. `provider_unavailable`: The vision provider is unavailable. */
            503: components["responses"]["Problem"];
            /** @description `provider_timeout`: The vision provider timed out. */
            504: components["responses"]["Problem"];
        };
    };
    buildSparkpage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SparkpageRequest"];
                "multipart/form-data": components["schemas"]["SparkpageForm"];
            };
        };
        responses: {
            /** @description The page and its CSS variables. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "x-project-id": components["headers"]["x-project-id"];
                    "x-page-id": components["headers"]["x-page-id"];
                    "x-direction": components["headers"]["x-direction"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "x-warnings": components["headers"]["x-warnings"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "generated_html": "<!doctype html>\n<html lang=\"en\" dir=\"ltr\" data-hero=\"card\" data-side=\"end\" data-corners=\"round\" data-division=\"panels\" data-accent=\"marker\">\n<head>\n  <meta charset=\"utf-8\">\n  <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: https:; font-src data:; connect-src 'self'\">\n…",
                     *       "css_variables": {
                     *         "--sp-paper": "light-dark(#F9F8FD,#101015)",
                     *         "--sp-tint": "light-dark(#EEEDF8,#1B1A1F)",
                     *         "--sp-raised": "light-dark(#FDFDFF,#232227)",
                     *         "--sp-ink": "light-dark(#161420,#F0EEFC)",
                     *         "--sp-muted": "light-dark(#53505F,#B1AFBC)",
                     *         "--sp-accent": "light-dark(#6D28D9,#A386FF)",
                     *         "--sp-fill": "light-dark(#6D28D9,#A98FFF)",
                     *         "--sp-on-fill": "light-dark(#FCFBFF,#0E0B19)",
                     *         "--sp-band": "light-dark(#6D28D9,#4B397D)",
                     *         "--sp-on-band": "#F8F7FF",
                     *         "--sp-band-accent": "#F8F7FF",
                     *         "--sp-band-shade": "light-dark(#19003E,#050015)",
                     *         "--sp-deep": "#202025",
                     *         "--sp-font-title": "\"Outfit\",system-ui,\"Noto Sans\",\"Noto Sans CJK JP\",\"Hiragino Sans\",\"Noto Sans Arabic\",sans-serif",
                     *         "--sp-font-text": "\"Figtree\",system-ui,\"Noto Sans\",\"Noto Sans CJK JP\",\"Hiragino Sans\",\"Noto Sans Arabic\",sans-serif",
                     *         "--sp-font-accent": "\"Outfit\",system-ui,\"Noto Sans\",\"Noto Sans CJK JP\",\"Hiragino Sans\",\"Noto Sans Arabic\",sans-serif",
                     *         "--sp-accent-style": "italic",
                     *         "--sp-weight-title": "500",
                     *         "--sp-weight-text": "400",
                     *         "--sp-tracking": "-0.03em",
                     *         "--sp-face-width": "0.92",
                     *         "--sp-word-spacing": "0.03em",
                     *         "--sp-scale": "1",
                     *         "--sp-longest-word": "2.2",
                     *         "--sp-headline-width": "6.57",
                     *         "--sp-palette-1": "#6D28D9",
                     *         "--sp-palette-2": "#F59E0B",
                     *         "--sp-palette-3": "#0F172A",
                     *         "--sp-palette-4": "#F8FAFC"
                     *       },
                     *       "page": {
                     *         "id": "page_7075401466729bd35d0113ea3233b881",
                     *         "url": "http://127.0.0.1:3000/api/v1/pages/page_7075401466729bd35d0113ea3233b881",
                     *         "project_id": "spring-launch"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SparkpageResponse"];
                };
            };
            /** @description `malformed_request`: The request is not valid HTTP. `invalid_request`: A parameter or property is invalid. `invalid_json`: The body is not valid JSON. `invalid_form`: The form cannot be read. */
            400: components["responses"]["Problem"];
            /** @description `unauthorized`: The request has no valid key. */
            401: components["responses"]["Problem"];
            /** @description `host_refused`: The host name is not allowed. `cross_site_refused`: A browser sent the request from another website. */
            403: components["responses"]["Problem"];
            /** @description `record_not_found`: The record does not exist. */
            404: components["responses"]["Problem"];
            /** @description `body_too_large`: The body is too large. */
            413: components["responses"]["Problem"];
            /** @description `unsupported_media_type`: The Content-Type or Content-Encoding is not supported. */
            415: components["responses"]["Problem"];
            /** @description `source_invalid`: The source cannot be read. `source_timeout`: source_url timed out. `source_too_large`: The file is too large. `source_too_many_pixels`: The image has too many pixels. `picture_too_large`: Decoding the file takes too much memory. `source_not_picture`: The file is not an image or a video. `source_unsupported`: The file format is not supported. */
            422: components["responses"]["Problem"];
            /** @description `rate_limited`: Too many requests. */
            429: components["responses"]["Problem"];
            /** @description `internal_error`: An unexpected error occurred in the service. */
            500: components["responses"]["Problem"];
            /** @description `overloaded`: The service is unavailable. `storage_full`: There is no disk space left for records. */
            503: components["responses"]["Problem"];
        };
    };
    captureMedia: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CaptureRequest"];
            };
        };
        responses: {
            /** @description The script and its configuration. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "x-capture-id": components["headers"]["x-capture-id"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "x-warnings": components["headers"]["x-warnings"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "playwright_script": "// capture.mjs takes a screenshot of a web page with a real browser on your machine.\n//\n//   npm install playwright\n//   npx playwright install chromium\n//   node capture.mjs [output file] [--strict]\n…",
                     *       "capture_config": {
                     *         "target_url": "https://example.com/",
                     *         "output_format": "png",
                     *         "output_file": "example-com-3840x2160.png",
                     *         "viewport": {
                     *           "width": 1920,
                     *           "height": 1080,
                     *           "deviceScaleFactor": 2
                     *         },
                     *         "output_size": {
                     *           "width": 3840,
                     *           "height": 2160
                     *         },
                     *         "wait_until": "load",
                     *         "timeouts": {
                     *           "launch_ms": 30000,
                     *           "navigation_ms": 60000,
                     *           "idle_ms": 10000,
                     *           "settle_ms": 10000,
                     *           "run_ms": 600000
                     *         },
                     *         "script": {
                     *           "file_name": "capture.mjs",
                     *           "language": "javascript",
                     *           "node": ">=20",
                     *           "requires": [
                     *             "playwright"
                     *           ],
                     *           "sha256": "e60846ff41de7cc3e2623e17289b7330f07d3f2ae11305c5c5a6f2788a4b471b",
                     *           "version": "1.0.0"
                     *         },
                     *         "warnings": [],
                     *         "options": {}
                     *       },
                     *       "capture": {
                     *         "id": "cap_df75358ccea9eb1fbbd23f46a2ff8e53",
                     *         "url": "http://127.0.0.1:3000/api/v1/captures/cap_df75358ccea9eb1fbbd23f46a2ff8e53"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CaptureResponse"];
                };
            };
            /** @description `malformed_request`: The request is not valid HTTP. `invalid_request`: A parameter or property is invalid. `invalid_json`: The body is not valid JSON. */
            400: components["responses"]["Problem"];
            /** @description `unauthorized`: The request has no valid key. */
            401: components["responses"]["Problem"];
            /** @description `host_refused`: The host name is not allowed. `cross_site_refused`: A browser sent the request from another website. */
            403: components["responses"]["Problem"];
            /** @description `body_too_large`: The body is too large. */
            413: components["responses"]["Problem"];
            /** @description `unsupported_media_type`: The Content-Type or Content-Encoding is not supported. */
            415: components["responses"]["Problem"];
            /** @description `rate_limited`: Too many requests. */
            429: components["responses"]["Problem"];
            /** @description `internal_error`: An unexpected error occurred in the service. */
            500: components["responses"]["Problem"];
            /** @description `overloaded`: The service is unavailable. `storage_full`: There is no disk space left for records. */
            503: components["responses"]["Problem"];
        };
    };
    exportTxt: {
        parameters: {
            query?: {
                /**
                 * @description Export only this project; not with analyses, which do not belong to projects. 1 to 128 letters, digits, dots, underscores or hyphens.
                 * @example spring-launch
                 */
                project_id?: string;
                /**
                 * @description Only records created at or after this time. RFC 3339, for example 2026-01-31T12:00:00Z, or a date.
                 * @example 2026-01-31T12:00:00Z
                 */
                since?: string;
                /**
                 * @description Only records created before this time, or until the end of this day. RFC 3339, for example 2026-01-31T12:00:00Z, or a date.
                 * @example 2030-01-31T12:00:00Z
                 */
                until?: string;
                /**
                 * @description Maximum number of records. Default: all.
                 * @example 100
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Listing to export as text. */
                type: components["schemas"]["TextListing"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The listing, as a download. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "x-warnings": components["headers"]["x-warnings"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example Automation Service API, version 1.0.0
                     *     =====================================
                     *
                     *     Three operations; each can use the result of the previous one:
                     *
                     *     …
                     */
                    "text/plain": string;
                    /**
                     * @example {
                     *       "success": true,
                     *       "count": 1,
                     *       "total": 1,
                     *       "timestamp": "2026-01-31T12:00:00.000Z",
                     *       "records": [
                     *         {
                     *           "id": "spring-launch",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "last_at": "2026-01-31T12:00:00.000Z",
                     *           "pages": 1,
                     *           "frameworks": [
                     *             "bootstrap"
                     *           ],
                     *           "headline": "Ship your story"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ExportResponse"];
                    /**
                     * @example Automation Service API, version 1.0.0
                     *     =====================================
                     *
                     *     Three operations; each can use the result of the previous one:
                     *
                     *     …
                     */
                    "text/csv": string;
                };
            };
            /** @description The content has not changed: its ETag matches If-None-Match. */
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "x-warnings": components["headers"]["x-warnings"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed_request`: The request is not valid HTTP. `invalid_request`: A parameter or property is invalid. */
            400: components["responses"]["Problem"];
            /** @description `unauthorized`: The request has no valid key. */
            401: components["responses"]["Problem"];
            /** @description `host_refused`: The host name is not allowed. */
            403: components["responses"]["Problem"];
            /** @description `rate_limited`: Too many requests. */
            429: components["responses"]["Problem"];
            /** @description `internal_error`: An unexpected error occurred in the service. */
            500: components["responses"]["Problem"];
            /** @description `overloaded`: The service is unavailable. */
            503: components["responses"]["Problem"];
        };
    };
    exportPdf: {
        parameters: {
            query?: {
                /**
                 * @description Export only this project; not with analyses, which do not belong to projects. 1 to 128 letters, digits, dots, underscores or hyphens.
                 * @example spring-launch
                 */
                project_id?: string;
                /**
                 * @description Only records created at or after this time. RFC 3339, for example 2026-01-31T12:00:00Z, or a date.
                 * @example 2026-01-31T12:00:00Z
                 */
                since?: string;
                /**
                 * @description Only records created before this time, or until the end of this day. RFC 3339, for example 2026-01-31T12:00:00Z, or a date.
                 * @example 2030-01-31T12:00:00Z
                 */
                until?: string;
                /**
                 * @description Maximum number of records. Default: 1000.
                 * @example 100
                 */
                limit?: number;
                /**
                 * @description Paper size. Default: a4.
                 * @example a4
                 */
                paper?: components["schemas"]["PaperSize"];
            };
            header?: never;
            path: {
                /** @description Listing to export for printing. */
                type: components["schemas"]["PrintListing"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page, or the records as a download. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "x-warnings": components["headers"]["x-warnings"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example <!DOCTYPE html>
                     *     <html lang="en">
                     *     <head>
                     *     <meta charset="utf-8">
                     *     <meta name="viewport" content="width=device-width, initial-scale=1">
                     *     …
                     */
                    "text/html": string;
                    /**
                     * @example {
                     *       "success": true,
                     *       "count": 1,
                     *       "total": 1,
                     *       "timestamp": "2026-01-31T12:00:00.000Z",
                     *       "records": [
                     *         {
                     *           "id": "spring-launch",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "last_at": "2026-01-31T12:00:00.000Z",
                     *           "pages": 1,
                     *           "frameworks": [
                     *             "bootstrap"
                     *           ],
                     *           "headline": "Ship your story"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ExportResponse"];
                    /**
                     * @example id,created_at,last_at,pages,frameworks,headline
                     *     spring-launch,2026-01-31T12:00:00.000Z,2026-01-31T12:00:00.000Z,1,none,Ship your story
                     */
                    "text/csv": string;
                };
            };
            /** @description The content has not changed: its ETag matches If-None-Match. */
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "x-warnings": components["headers"]["x-warnings"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed_request`: The request is not valid HTTP. `invalid_request`: A parameter or property is invalid. */
            400: components["responses"]["Problem"];
            /** @description `unauthorized`: The request has no valid key. */
            401: components["responses"]["Problem"];
            /** @description `host_refused`: The host name is not allowed. */
            403: components["responses"]["Problem"];
            /** @description `rate_limited`: Too many requests. */
            429: components["responses"]["Problem"];
            /** @description `internal_error`: An unexpected error occurred in the service. */
            500: components["responses"]["Problem"];
            /** @description `overloaded`: The service is unavailable. */
            503: components["responses"]["Problem"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service is healthy. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "service": "automation-service",
                     *       "version": "1.0.0",
                     *       "timestamp": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description `malformed_request`: The request is not valid HTTP. `invalid_request`: A parameter or property is invalid. */
            400: components["responses"]["Problem"];
            /** @description `internal_error`: An unexpected error occurred in the service. */
            500: components["responses"]["Problem"];
            /** @description The process is shutting down. */
            503: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "draining",
                     *       "service": "automation-service",
                     *       "version": "1.0.0",
                     *       "timestamp": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statistics. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "stats": {
                     *         "service": {
                     *           "version": "1.0.0",
                     *           "replica": "replica-1",
                     *           "node": "v20.20.2",
                     *           "started_at": "2026-01-31T09:00:00.000Z",
                     *           "uptime_seconds": 10800
                     *         },
                     *         "process": {
                     *           "memory_bytes": {
                     *             "rss": 142606336,
                     *             "heap_used": 48234496,
                     *             "external": 6291456
                     *           },
                     *           "cpu_seconds": {
                     *             "user": 41.2,
                     *             "system": 3.1
                     *           },
                     *           "event_loop_delay_ms": {
                     *             "p50": 0.103,
                     *             "p99": 1.835
                     *           }
                     *         },
                     *         "workers": {
                     *           "ready": 2,
                     *           "network_isolated": true,
                     *           "memory_limited": true
                     *         },
                     *         "requests": {
                     *           "analyzeVibe": {
                     *             "count": 128,
                     *             "statuses": {
                     *               "2xx": 125,
                     *               "4xx": 3
                     *             },
                     *             "latency_ms": {
                     *               "p50": 18.2,
                     *               "p95": 61.7,
                     *               "p99": 212.4
                     *             }
                     *           },
                     *           "buildSparkpage": {
                     *             "count": 96,
                     *             "statuses": {
                     *               "2xx": 96
                     *             },
                     *             "latency_ms": {
                     *               "p50": 2.1,
                     *               "p95": 4.8,
                     *               "p99": 9.3
                     *             }
                     *           }
                     *         },
                     *         "keys": {
                     *           "ci": 40,
                     *           "web": 184
                     *         },
                     *         "analyses": {
                     *           "total": 61,
                     *           "times": 125,
                     *           "by_platform": {
                     *             "web_16_9": 40,
                     *             "instagram_reels": 21
                     *           },
                     *           "by_depth": {
                     *             "low": 12,
                     *             "medium": 49
                     *           },
                     *           "by_media_type": {
                     *             "image": 58,
                     *             "video": 3
                     *           },
                     *           "by_engine": {
                     *             "builtin": 52,
                     *             "openai": 9
                     *           },
                     *           "cache_hits": 64
                     *         },
                     *         "projects": {
                     *           "total": 22
                     *         },
                     *         "pages": {
                     *           "total": 74,
                     *           "times": 96,
                     *           "by_framework": {
                     *             "none": 50,
                     *             "tailwind": 24
                     *           }
                     *         },
                     *         "captures": {
                     *           "total": 18,
                     *           "times": 20,
                     *           "by_format": {
                     *             "png": 15,
                     *             "mp4": 3
                     *           }
                     *         },
                     *         "pictures": {
                     *           "total": 61,
                     *           "times": 80
                     *         },
                     *         "renders": {
                     *           "total": 12,
                     *           "queued": 1,
                     *           "running": 1,
                     *           "oldest_queued_at": "2026-01-31T11:59:58.000Z",
                     *           "failures": {
                     *             "page_not_opened": 1
                     *           }
                     *         },
                     *         "providers": {
                     *           "openai": {
                     *             "answered": 9,
                     *             "rate_limited": 1
                     *           }
                     *         },
                     *         "fetches": {
                     *           "refused": 2
                     *         },
                     *         "storage": {
                     *           "kind": "sqlite",
                     *           "records": 187,
                     *           "bytes": 1327104,
                     *           "record_bytes": 1130496,
                     *           "max_bytes": 1073741824,
                     *           "evicted": 0,
                     *           "expired": 0,
                     *           "full": false,
                     *           "failures": {
                     *             "eviction": 0,
                     *             "retention": 0
                     *           }
                     *         }
                     *       },
                     *       "timestamp": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StatsResponse"];
                };
            };
            /** @description `malformed_request`: The request is not valid HTTP. `invalid_request`: A parameter or property is invalid. */
            400: components["responses"]["Problem"];
            /** @description `unauthorized`: The request has no valid key. */
            401: components["responses"]["Problem"];
            /** @description `host_refused`: The host name is not allowed. `forbidden`: Access to this operation is denied. */
            403: components["responses"]["Problem"];
            /** @description `rate_limited`: Too many requests. */
            429: components["responses"]["Problem"];
            /** @description `internal_error`: An unexpected error occurred in the service. */
            500: components["responses"]["Problem"];
            /** @description `overloaded`: The service is unavailable. */
            503: components["responses"]["Problem"];
        };
    };
    createRender: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenderRequest"];
            };
        };
        responses: {
            /** @description The render is done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "x-warnings": components["headers"]["x-warnings"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "render": {
                     *         "id": "ren_00000000000000000000000000000001",
                     *         "status": "done",
                     *         "url": "http://127.0.0.1:3000/api/v1/renders/ren_00000000000000000000000000000001",
                     *         "type": "image/png",
                     *         "width": 3840,
                     *         "height": 2160,
                     *         "bytes": 214356,
                     *         "duration": null,
                     *         "verdict": {
                     *           "final_url": "https://example.com/",
                     *           "status": 200,
                     *           "redirected": false,
                     *           "looks_like": null
                     *         },
                     *         "warnings": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RenderResponse"];
                };
            };
            /** @description The render is waiting or running. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "x-warnings": components["headers"]["x-warnings"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "render": {
                     *         "id": "ren_00000000000000000000000000000001",
                     *         "status": "queued",
                     *         "url": "http://127.0.0.1:3000/api/v1/renders/ren_00000000000000000000000000000001"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RenderResponse"];
                };
            };
            /** @description `malformed_request`: The request is not valid HTTP. `invalid_request`: A parameter or property is invalid. `invalid_json`: The body is not valid JSON. */
            400: components["responses"]["Problem"];
            /** @description `unauthorized`: The request has no valid key. */
            401: components["responses"]["Problem"];
            /** @description `host_refused`: The host name is not allowed. `cross_site_refused`: A browser sent the request from another website. */
            403: components["responses"]["Problem"];
            /** @description `record_not_found`: The record does not exist. */
            404: components["responses"]["Problem"];
            /** @description `body_too_large`: The body is too large. */
            413: components["responses"]["Problem"];
            /** @description `unsupported_media_type`: The Content-Type or Content-Encoding is not supported. */
            415: components["responses"]["Problem"];
            /** @description `page_not_opened`: The page did not open. `render_failed`: The page could not be rendered. */
            422: components["responses"]["Problem"];
            /** @description `rate_limited`: Too many requests. */
            429: components["responses"]["Problem"];
            /** @description `internal_error`: An unexpected error occurred in the service. */
            500: components["responses"]["Problem"];
            /** @description `render_unavailable`: This service does not render pages. */
            501: components["responses"]["Problem"];
            /** @description `overloaded`: The service is unavailable. `storage_full`: There is no disk space left for records. */
            503: components["responses"]["Problem"];
        };
    };
    getRender: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the render. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status, or the file. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "render": {
                     *         "id": "ren_00000000000000000000000000000001",
                     *         "status": "done",
                     *         "url": "http://127.0.0.1:3000/api/v1/renders/ren_00000000000000000000000000000001",
                     *         "type": "image/png",
                     *         "width": 3840,
                     *         "height": 2160,
                     *         "bytes": 214356,
                     *         "duration": null,
                     *         "verdict": {
                     *           "final_url": "https://example.com/",
                     *           "status": 200,
                     *           "redirected": false,
                     *           "looks_like": null
                     *         },
                     *         "warnings": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RenderResponse"];
                    "image/png": string;
                    "image/jpeg": string;
                    "image/webp": string;
                    "video/mp4": string;
                };
            };
            /** @description A part of the file (Range). */
            206: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    ETag: components["headers"]["ETag"];
                    "Content-Range": components["headers"]["Content-Range"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/jpeg": string;
                    "image/webp": string;
                    "video/mp4": string;
                };
            };
            /** @description The content has not changed: its ETag matches If-None-Match. */
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed_request`: The request is not valid HTTP. `invalid_request`: A parameter or property is invalid. */
            400: components["responses"]["Problem"];
            /** @description `unauthorized`: The request has no valid key. */
            401: components["responses"]["Problem"];
            /** @description `host_refused`: The host name is not allowed. */
            403: components["responses"]["Problem"];
            /** @description `record_not_found`: The record does not exist. */
            404: components["responses"]["Problem"];
            /** @description `page_not_opened`: The page did not open. `render_failed`: The page could not be rendered. */
            422: components["responses"]["Problem"];
            /** @description `rate_limited`: Too many requests. */
            429: components["responses"]["Problem"];
            /** @description `internal_error`: An unexpected error occurred in the service. */
            500: components["responses"]["Problem"];
            /** @description `overloaded`: The service is unavailable. */
            503: components["responses"]["Problem"];
        };
    };
    getAnalysis: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The style. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "style_metadata": {
                     *         "colors": [
                     *           "#1E1B4B",
                     *           "#7C3AED",
                     *           "#DB2777",
                     *           "#FBBF24",
                     *           "#0F766E",
                     *           "#F8FAFC"
                     *         ],
                     *         "palette": [
                     *           {
                     *             "hex": "#1E1B4B",
                     *             "share": 0.2891,
                     *             "oklch": {
                     *               "l": 0.2573,
                     *               "c": 0.0861,
                     *               "h": 281.2883
                     *             },
                     *             "role": "background",
                     *             "name": "navy blue",
                     *             "contrast_white": 15.9869,
                     *             "contrast_black": 1.3136
                     *           },
                     *           {
                     *             "hex": "#7C3AED",
                     *             "share": 0.2477,
                     *             "oklch": {
                     *               "l": 0.5413,
                     *               "c": 0.2466,
                     *               "h": 293.009
                     *             },
                     *             "role": "primary",
                     *             "name": "vivid violet",
                     *             "contrast_white": 5.6986,
                     *             "contrast_black": 3.6851
                     *           },
                     *           {
                     *             "hex": "#DB2777",
                     *             "share": 0.1995,
                     *             "oklch": {
                     *               "l": 0.5916,
                     *               "c": 0.218,
                     *               "h": 0.5844
                     *             },
                     *             "role": "secondary",
                     *             "name": "vivid crimson",
                     *             "contrast_white": 4.5966,
                     *             "contrast_black": 4.5686
                     *           },
                     *           {
                     *             "hex": "#FBBF24",
                     *             "share": 0.0993,
                     *             "oklch": {
                     *               "l": 0.8369,
                     *               "c": 0.1644,
                     *               "h": 84.4286
                     *             },
                     *             "role": "accent",
                     *             "name": "golden yellow",
                     *             "contrast_white": 1.6694,
                     *             "contrast_black": 12.5796
                     *           },
                     *           {
                     *             "hex": "#0F766E",
                     *             "share": 0.1506,
                     *             "oklch": {
                     *               "l": 0.5109,
                     *               "c": 0.0861,
                     *               "h": 186.3914
                     *             },
                     *             "role": "support",
                     *             "name": "teal",
                     *             "contrast_white": 5.4733,
                     *             "contrast_black": 3.8368
                     *           },
                     *           {
                     *             "hex": "#F8FAFC",
                     *             "share": 0.0138,
                     *             "oklch": {
                     *               "l": 0.9842,
                     *               "c": 0.0034,
                     *               "h": 247.8575
                     *             },
                     *             "role": "text",
                     *             "name": "white",
                     *             "contrast_white": 1.0463,
                     *             "contrast_black": 20.0712
                     *           }
                     *         ],
                     *         "roles": {
                     *           "background": "#1E1B4B",
                     *           "surface": "#272556",
                     *           "text": "#F8FAFC",
                     *           "primary": "#7C3AED",
                     *           "on_primary": "#F8FAFC",
                     *           "secondary": "#DB2777",
                     *           "accent": "#FBBF24",
                     *           "on_accent": "#1E1B4B"
                     *         },
                     *         "average": "#965D96",
                     *         "brightness": 0.5002,
                     *         "contrast": 0.18,
                     *         "colorfulness": {
                     *           "value": 143.1297,
                     *           "label": "extreme"
                     *         },
                     *         "temperature": {
                     *           "value": -0.3727,
                     *           "label": "neutral"
                     *         },
                     *         "media": {
                     *           "type": "image",
                     *           "format": "png",
                     *           "width": 96,
                     *           "height": 64,
                     *           "bytes": 400,
                     *           "frames": 1,
                     *           "alpha": false,
                     *           "orientation": 1,
                     *           "color_space": "srgb",
                     *           "sha256": "ef56e991cbc8b49d60d480c2cc1b946953f5a1cfc41d806e8042de3f6cebe136"
                     *         },
                     *         "platform": {
                     *           "name": "web_16_9",
                     *           "canvas": {
                     *             "width": 1920,
                     *             "height": 1080
                     *           },
                     *           "aspect_match": false,
                     *           "min_resolution_ok": false,
                     *           "crop": {
                     *             "x": 0,
                     *             "y": 0,
                     *             "width": 96,
                     *             "height": 54
                     *           },
                     *           "safe_area": {
                     *             "x": 96,
                     *             "y": 54,
                     *             "width": 1728,
                     *             "height": 972
                     *           },
                     *           "focal_in_safe_area": true,
                     *           "advice": [
                     *             "Crop to 96 × 54 px at 0, 0 for 16:9 on the web.",
                     *             "Use a larger picture: 96 × 54 px would be enlarged to 1920 × 1080.",
                     *             "Keep texts and faces within 1728 × 972 px at 96, 54 of the canvas."
                     *           ]
                     *         },
                     *         "analysis": {
                     *           "id": "ana_9d1a4eca98bb8cc1e54d1eca25f0073f",
                     *           "url": "http://127.0.0.1:3000/api/v1/analyses/ana_9d1a4eca98bb8cc1e54d1eca25f0073f",
                     *           "engine": "builtin",
                     *           "depth": "low",
                     *           "sampled": {
                     *             "width": 96,
                     *             "height": 64
                     *           },
                     *           "version": "1.14.0",
                     *           "warnings": []
                     *         },
                     *         "preview": {
                     *           "src": "data:image/webp;base64,UklGRhQBAABXRUJQVlA4TAcBAAAvX8APAC9AEEAikFsC477UJIoBoIE6UFJIK8R57amobRsITtttHAf7fsx//P9MCXDBli7BcSNJktJcBuwCBoAFSCMMQBT/239f5qwqePGK6L/Ctm0b2YHQecjx35UpxzzmTpO5c8vB51Y+mzV180U+QvZ9Hp8mv8T0XSaOzd1NhJlNxF2AnAgrUbjzsI4wfrSKofYiKTV1cU5NTy9yybhqyvGQuuloL6zPHQaSrOpBjKrxntDLjt6jt4AyhHndAHyYEYTMm9njBVQdm9etBkMLQhsPr2yuSRB6vC0A/Rq4DoABgK1kcksYusoeu0VbqGB6ix2l5J5UwfQdzlpZK1vuAYg9O5CxGwA=",
                     *           "width": 96,
                     *           "height": 64
                     *         }
                     *       },
                     *       "timestamp": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AnalysisResponse"];
                    /**
                     * @example :root {
                     *       --background: #1E1B4B;
                     *       --surface: #272556;
                     *       --text: #F8FAFC;
                     *       --primary: #7C3AED;
                     *       --on-primary: #F8FAFC;
                     *       --secondary: #DB2777;
                     *       --accent: #FBBF24;
                     *       --on-accent: #1E1B4B;
                     *       --color-1: #1E1B4B; /* navy blue, 28.9 % *\/
                     *       --color-2: #7C3AED; /* vivid violet, 24.8 % *\/
                     *       --color-3: #DB2777; /* vivid crimson, 20 % *\/
                     *       --color-4: #FBBF24; /* golden yellow, 9.9 % *\/
                     *       --color-5: #0F766E; /* teal, 15.1 % *\/
                     *       --color-6: #F8FAFC; /* white, 1.4 % *\/
                     *     }
                     */
                    "text/css": string;
                    /**
                     * @example {
                     *       "color": {
                     *         "$type": "color",
                     *         "background": {
                     *           "$value": {
                     *             "colorSpace": "srgb",
                     *             "components": [
                     *               0.1176,
                     *               0.1059,
                     *               0.2941
                     *             ],
                     *             "hex": "#1e1b4b"
                     *           }
                     *         },
                     *         "surface": {
                     *           "$value": {
                     *             "colorSpace": "srgb",
                     *             "components": [
                     *               0.1529,
                     *               0.1451,
                     *               0.3373
                     *             ],
                     *             "hex": "#272556"
                     *           }
                     *         },
                     *         "text": {
                     *           "$value": {
                     *             "colorSpace": "srgb",
                     *             "components": [
                     *               0.9725,
                     *               0.9804,
                     *               0.9882
                     *             ],
                     *             "hex": "#f8fafc"
                     *           }
                     *         },
                     *         "primary": {
                     *           "$value": {
                     *             "colorSpace": "srgb",
                     *             "components": [
                     *               0.4863,
                     *               0.2275,
                     *               0.9294
                     *             ],
                     *             "hex": "#7c3aed"
                     *           }
                     *         },
                     *         "on_primary": {
                     *           "$value": {
                     *             "colorSpace": "srgb",
                     *             "components": [
                     *               0.9725,
                     *               0.9804,
                     *               0.9882
                     *             ],
                     *             "hex": "#f8fafc"
                     *           }
                     *         },
                     *         "secondary": {
                     *           "$value": {
                     *             "colorSpace": "srgb",
                     *             "components": [
                     *               0.8588,
                     *               0.1529,
                     *               0.4667
                     *             ],
                     *             "hex": "#db2777"
                     *           }
                     *         },
                     *         "accent": {
                     *           "$value": {
                     *             "colorSpace": "srgb",
                     *             "components": [
                     *               0.9843,
                     *               0.749,
                     *               0.1412
                     *             ],
                     *             "hex": "#fbbf24"
                     *           }
                     *         },
                     *         "on_accent": {
                     *           "$value": {
                     *             "colorSpace": "srgb",
                     *             "components": [
                     *               0.1176,
                     *               0.1059,
                     *               0.2941
                     *             ],
                     *             "hex": "#1e1b4b"
                     *           }
                     *         },
                     *         "palette": {
                     *           "1": {
                     *             "$value": {
                     *               "colorSpace": "srgb",
                     *               "components": [
                     *                 0.1176,
                     *                 0.1059,
                     *                 0.2941
                     *               ],
                     *               "hex": "#1e1b4b"
                     *             }
                     *           },
                     *           "2": {
                     *             "$value": {
                     *               "colorSpace": "srgb",
                     *               "components": [
                     *                 0.4863,
                     *                 0.2275,
                     *                 0.9294
                     *               ],
                     *               "hex": "#7c3aed"
                     *             }
                     *           },
                     *           "3": {
                     *             "$value": {
                     *               "colorSpace": "srgb",
                     *               "components": [
                     *                 0.8588,
                     *                 0.1529,
                     *                 0.4667
                     *               ],
                     *               "hex": "#db2777"
                     *             }
                     *           },
                     *           "4": {
                     *             "$value": {
                     *               "colorSpace": "srgb",
                     *               "components": [
                     *                 0.9843,
                     *                 0.749,
                     *                 0.1412
                     *               ],
                     *               "hex": "#fbbf24"
                     *             }
                     *           },
                     *           "5": {
                     *             "$value": {
                     *               "colorSpace": "srgb",
                     *               "components": [
                     *                 0.0588,
                     *                 0.4627,
                     *                 0.4314
                     *               ],
                     *               "hex": "#0f766e"
                     *             }
                     *           },
                     *           "6": {
                     *             "$value": {
                     *               "colorSpace": "srgb",
                     *               "components": [
                     *                 0.9725,
                     *                 0.9804,
                     *                 0.9882
                     *               ],
                     *               "hex": "#f8fafc"
                     *             }
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/design-tokens+json": components["schemas"]["Tokens"];
                    /**
                     * @example GIMP Palette
                     *     Name: ef56e991cbc8
                     *     Columns: 4
                     *     #
                     *      30  27  75	navy blue, 28.9 %
                     *     124  58 237	vivid violet, 24.8 %
                     *     219  39 119	vivid crimson, 20 %
                     *     251 191  36	golden yellow, 9.9 %
                     *      15 118 110	teal, 15.1 %
                     *     248 250 252	white, 1.4 %
                     */
                    "application/x-gimp-palette": string;
                };
            };
            /** @description The content has not changed: its ETag matches If-None-Match. */
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed_request`: The request is not valid HTTP. `invalid_request`: A parameter or property is invalid. */
            400: components["responses"]["Problem"];
            /** @description `unauthorized`: The request has no valid key. */
            401: components["responses"]["Problem"];
            /** @description `host_refused`: The host name is not allowed. */
            403: components["responses"]["Problem"];
            /** @description `record_not_found`: The record does not exist. */
            404: components["responses"]["Problem"];
            /** @description `rate_limited`: Too many requests. */
            429: components["responses"]["Problem"];
            /** @description `internal_error`: An unexpected error occurred in the service. */
            500: components["responses"]["Problem"];
            /** @description `overloaded`: The service is unavailable. */
            503: components["responses"]["Problem"];
        };
    };
    getPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example <!doctype html>
                     *     <html lang="en" dir="ltr" data-hero="card" data-side="end" data-corners="round" data-division="panels" data-accent="marker">
                     *     <head>
                     *       <meta charset="utf-8">
                     *       <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'">
                     *     …
                     */
                    "text/html": string;
                    /**
                     * @example {
                     *       "success": true,
                     *       "generated_html": "<!doctype html>\n<html lang=\"en\" dir=\"ltr\" data-hero=\"card\" data-side=\"end\" data-corners=\"round\" data-division=\"panels\" data-accent=\"marker\">\n<head>\n  <meta charset=\"utf-8\">\n  <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: https:; font-src data:; connect-src 'self'\">\n…",
                     *       "css_variables": {
                     *         "--sp-paper": "light-dark(#F9F8FD,#101015)",
                     *         "--sp-tint": "light-dark(#EEEDF8,#1B1A1F)",
                     *         "--sp-raised": "light-dark(#FDFDFF,#232227)",
                     *         "--sp-ink": "light-dark(#161420,#F0EEFC)",
                     *         "--sp-muted": "light-dark(#53505F,#B1AFBC)",
                     *         "--sp-accent": "light-dark(#6D28D9,#A386FF)",
                     *         "--sp-fill": "light-dark(#6D28D9,#A98FFF)",
                     *         "--sp-on-fill": "light-dark(#FCFBFF,#0E0B19)",
                     *         "--sp-band": "light-dark(#6D28D9,#4B397D)",
                     *         "--sp-on-band": "#F8F7FF",
                     *         "--sp-band-accent": "#F8F7FF",
                     *         "--sp-band-shade": "light-dark(#19003E,#050015)",
                     *         "--sp-deep": "#202025",
                     *         "--sp-font-title": "\"Outfit\",system-ui,\"Noto Sans\",\"Noto Sans CJK JP\",\"Hiragino Sans\",\"Noto Sans Arabic\",sans-serif",
                     *         "--sp-font-text": "\"Figtree\",system-ui,\"Noto Sans\",\"Noto Sans CJK JP\",\"Hiragino Sans\",\"Noto Sans Arabic\",sans-serif",
                     *         "--sp-font-accent": "\"Outfit\",system-ui,\"Noto Sans\",\"Noto Sans CJK JP\",\"Hiragino Sans\",\"Noto Sans Arabic\",sans-serif",
                     *         "--sp-accent-style": "italic",
                     *         "--sp-weight-title": "500",
                     *         "--sp-weight-text": "400",
                     *         "--sp-tracking": "-0.03em",
                     *         "--sp-face-width": "0.92",
                     *         "--sp-word-spacing": "0.03em",
                     *         "--sp-scale": "1",
                     *         "--sp-longest-word": "2.2",
                     *         "--sp-headline-width": "6.57",
                     *         "--sp-palette-1": "#6D28D9",
                     *         "--sp-palette-2": "#F59E0B",
                     *         "--sp-palette-3": "#0F172A",
                     *         "--sp-palette-4": "#F8FAFC"
                     *       },
                     *       "page": {
                     *         "id": "page_7075401466729bd35d0113ea3233b881",
                     *         "url": "http://127.0.0.1:3000/api/v1/pages/page_7075401466729bd35d0113ea3233b881",
                     *         "project_id": "spring-launch"
                     *       },
                     *       "request": {
                     *         "project_id": "spring-launch",
                     *         "style_metadata": {
                     *           "colors": [
                     *             "#6D28D9",
                     *             "#F59E0B",
                     *             "#0F172A",
                     *             "#F8FAFC"
                     *           ],
                     *           "palette": [],
                     *           "mood": "neutral",
                     *           "scheme": "light",
                     *           "harmony": "opposite",
                     *           "focal_point": {
                     *             "x": 0.5,
                     *             "y": 0.5
                     *           }
                     *         },
                     *         "content": {
                     *           "headline": "Ship your story",
                     *           "sub_headline": "From one picture to a page people remember.",
                     *           "cta_button_text": "Start free"
                     *         },
                     *         "export_settings": {
                     *           "framework": "none",
                     *           "responsive_type": "mobile-first",
                     *           "scheme": "auto",
                     *           "fonts": "embedded"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StoredPageResponse"];
                    /**
                     * @example :root {
                     *       --sp-paper: light-dark(#F9F8FD,#101015);
                     *       --sp-tint: light-dark(#EEEDF8,#1B1A1F);
                     *       --sp-raised: light-dark(#FDFDFF,#232227);
                     *       --sp-ink: light-dark(#161420,#F0EEFC);
                     *     …
                     */
                    "text/css": string;
                    "application/zip": string;
                };
            };
            /** @description The content has not changed: its ETag matches If-None-Match. */
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed_request`: The request is not valid HTTP. `invalid_request`: A parameter or property is invalid. */
            400: components["responses"]["Problem"];
            /** @description `unauthorized`: The request has no valid key. */
            401: components["responses"]["Problem"];
            /** @description `host_refused`: The host name is not allowed. */
            403: components["responses"]["Problem"];
            /** @description `record_not_found`: The record does not exist. */
            404: components["responses"]["Problem"];
            /** @description `rate_limited`: Too many requests. */
            429: components["responses"]["Problem"];
            /** @description `internal_error`: An unexpected error occurred in the service. */
            500: components["responses"]["Problem"];
            /** @description `overloaded`: The service is unavailable. */
            503: components["responses"]["Problem"];
        };
    };
    getPagePicture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
                /** @description Name of the file in the page. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                    "image/jpeg": string;
                    "image/png": string;
                    "image/avif": string;
                    "image/gif": string;
                };
            };
            /** @description The content has not changed: its ETag matches If-None-Match. */
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed_request`: The request is not valid HTTP. `invalid_request`: A parameter or property is invalid. */
            400: components["responses"]["Problem"];
            /** @description `host_refused`: The host name is not allowed. */
            403: components["responses"]["Problem"];
            /** @description `record_not_found`: The record does not exist. */
            404: components["responses"]["Problem"];
            /** @description `rate_limited`: Too many requests. */
            429: components["responses"]["Problem"];
            /** @description `internal_error`: An unexpected error occurred in the service. */
            500: components["responses"]["Problem"];
            /** @description `overloaded`: The service is unavailable. */
            503: components["responses"]["Problem"];
        };
    };
    getPicture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                    "image/jpeg": string;
                    "image/png": string;
                    "image/avif": string;
                    "image/gif": string;
                };
            };
            /** @description The content has not changed: its ETag matches If-None-Match. */
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed_request`: The request is not valid HTTP. `invalid_request`: A parameter or property is invalid. */
            400: components["responses"]["Problem"];
            /** @description `host_refused`: The host name is not allowed. */
            403: components["responses"]["Problem"];
            /** @description `record_not_found`: The record does not exist. */
            404: components["responses"]["Problem"];
            /** @description `rate_limited`: Too many requests. */
            429: components["responses"]["Problem"];
            /** @description `internal_error`: An unexpected error occurred in the service. */
            500: components["responses"]["Problem"];
            /** @description `overloaded`: The service is unavailable. */
            503: components["responses"]["Problem"];
        };
    };
    getCapture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The script. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example // capture.mjs takes a screenshot of a web page with a real browser on your machine.
                     *     //
                     *     //   npm install playwright
                     *     //   npx playwright install chromium
                     *     //   node capture.mjs [output file] [--strict]
                     *     …
                     */
                    "text/javascript": string;
                    /**
                     * @example {
                     *       "success": true,
                     *       "playwright_script": "// capture.mjs takes a screenshot of a web page with a real browser on your machine.\n//\n//   npm install playwright\n//   npx playwright install chromium\n//   node capture.mjs [output file] [--strict]\n…",
                     *       "capture_config": {
                     *         "target_url": "https://example.com/",
                     *         "output_format": "png",
                     *         "output_file": "example-com-3840x2160.png",
                     *         "viewport": {
                     *           "width": 1920,
                     *           "height": 1080,
                     *           "deviceScaleFactor": 2
                     *         },
                     *         "output_size": {
                     *           "width": 3840,
                     *           "height": 2160
                     *         },
                     *         "wait_until": "load",
                     *         "timeouts": {
                     *           "launch_ms": 30000,
                     *           "navigation_ms": 60000,
                     *           "idle_ms": 10000,
                     *           "settle_ms": 10000,
                     *           "run_ms": 600000
                     *         },
                     *         "script": {
                     *           "file_name": "capture.mjs",
                     *           "language": "javascript",
                     *           "node": ">=20",
                     *           "requires": [
                     *             "playwright"
                     *           ],
                     *           "sha256": "e60846ff41de7cc3e2623e17289b7330f07d3f2ae11305c5c5a6f2788a4b471b",
                     *           "version": "1.0.0"
                     *         },
                     *         "warnings": [],
                     *         "options": {}
                     *       },
                     *       "capture": {
                     *         "id": "cap_df75358ccea9eb1fbbd23f46a2ff8e53",
                     *         "url": "http://127.0.0.1:3000/api/v1/captures/cap_df75358ccea9eb1fbbd23f46a2ff8e53"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CaptureResponse"];
                };
            };
            /** @description The content has not changed: its ETag matches If-None-Match. */
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed_request`: The request is not valid HTTP. `invalid_request`: A parameter or property is invalid. */
            400: components["responses"]["Problem"];
            /** @description `unauthorized`: The request has no valid key. */
            401: components["responses"]["Problem"];
            /** @description `host_refused`: The host name is not allowed. */
            403: components["responses"]["Problem"];
            /** @description `record_not_found`: The record does not exist. */
            404: components["responses"]["Problem"];
            /** @description `rate_limited`: Too many requests. */
            429: components["responses"]["Problem"];
            /** @description `internal_error`: An unexpected error occurred in the service. */
            500: components["responses"]["Problem"];
            /** @description `overloaded`: The service is unavailable. */
            503: components["responses"]["Problem"];
        };
    };
    putUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Token of the URL. */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/*": string;
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description The stored picture. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "x-picture-id": components["headers"]["x-picture-id"];
                    "Content-Location": components["headers"]["Content-Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "picture": {
                     *         "id": "pic_00000000000000000000000000000001",
                     *         "url": "http://127.0.0.1:3000/api/v1/pictures/pic_00000000000000000000000000000001",
                     *         "type": "image/webp",
                     *         "width": 2560,
                     *         "height": 1707
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UploadResponse"];
                };
            };
            /** @description `malformed_request`: The request is not valid HTTP. `invalid_request`: A parameter or property is invalid. `invalid_json`: The body is not valid JSON. */
            400: components["responses"]["Problem"];
            /** @description `host_refused`: The host name is not allowed. `cross_site_refused`: A browser sent the request from another website. */
            403: components["responses"]["Problem"];
            /** @description `record_not_found`: The record does not exist. */
            404: components["responses"]["Problem"];
            /** @description `upload_used`: The upload URL has already been used. `upload_expired`: The upload URL has expired. */
            410: components["responses"]["Problem"];
            /** @description `body_too_large`: The body is too large. */
            413: components["responses"]["Problem"];
            /** @description `unsupported_media_type`: The Content-Type or Content-Encoding is not supported. */
            415: components["responses"]["Problem"];
            /** @description `source_invalid`: The source cannot be read. `source_timeout`: source_url timed out. `source_too_large`: The file is too large. `source_too_many_pixels`: The image has too many pixels. `picture_too_large`: Decoding the file takes too much memory. `source_not_picture`: The file is not an image or a video. `source_unsupported`: The file format is not supported. */
            422: components["responses"]["Problem"];
            /** @description `rate_limited`: Too many requests. */
            429: components["responses"]["Problem"];
            /** @description `internal_error`: An unexpected error occurred in the service. */
            500: components["responses"]["Problem"];
            /** @description `overloaded`: The service is unavailable. `storage_full`: There is no disk space left for records. */
            503: components["responses"]["Problem"];
        };
    };
    deleteRecord: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record has been deleted. */
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed_request`: The request is not valid HTTP. `invalid_request`: A parameter or property is invalid. `invalid_json`: The body is not valid JSON. */
            400: components["responses"]["Problem"];
            /** @description `unauthorized`: The request has no valid key. */
            401: components["responses"]["Problem"];
            /** @description `host_refused`: The host name is not allowed. `cross_site_refused`: A browser sent the request from another website. `forbidden`: Access to this operation is denied. */
            403: components["responses"]["Problem"];
            /** @description `record_not_found`: The record does not exist. */
            404: components["responses"]["Problem"];
            /** @description `body_too_large`: The body is too large. */
            413: components["responses"]["Problem"];
            /** @description `unsupported_media_type`: The Content-Type or Content-Encoding is not supported. */
            415: components["responses"]["Problem"];
            /** @description `rate_limited`: Too many requests. */
            429: components["responses"]["Problem"];
            /** @description `internal_error`: An unexpected error occurred in the service. */
            500: components["responses"]["Problem"];
            /** @description `overloaded`: The service is unavailable. `storage_full`: There is no disk space left for records. */
            503: components["responses"]["Problem"];
        };
    };
}
